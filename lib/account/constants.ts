/** States of reputation, the best first (docs/behaviour/account.md, "Reputation"). */
export const reputations = ['buena', 'neutra', 'mala', 'deshabilitado'] as const;

/** Achievements of an account (`logros_usuario.logro`), in display order. */
export const achievements = ['cuenta_creada', 'primera_compra'] as const;
export type Achievement = (typeof achievements)[number];
