/** States of reputation, the best first (docs/behaviour/account.md, "Reputation"). */
export const reputations = ['buena', 'neutra', 'mala', 'deshabilitado'] as const;
