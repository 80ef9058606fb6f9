/** States of reputation, the best first (docs/behaviour/account.md, "Reputation"). */
export const reputations = ['buena', 'neutra', 'mala', 'deshabilitado'] as const;

/** What an account can earn (`logros_usuario.logro`), in the order in which it is shown. */
export const achievements = ['cuenta_creada', 'primera_compra'] as const;
export type Achievement = (typeof achievements)[number];
