/** What a person may be in the shop (SPEC §6). */
export const roles = ['user', 'moderador', 'admin'] as const;

/** States of reputation, the best first (SPEC §4). */
export const reputations = ['buena', 'neutra', 'mala', 'deshabilitado'] as const;
