/** What a person may be in the shop (docs/behaviour/account.md, "Roles"). */
export const roles = ['user', 'moderador', 'admin'] as const;

/** States of reputation, the best first (docs/behaviour/account.md, "Reputation"). */
export const reputations = ['buena', 'neutra', 'mala', 'deshabilitado'] as const;
