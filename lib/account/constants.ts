/** States of reputation, the best first (SPEC §4). */
export const reputations = ['buena', 'neutra', 'mala', 'deshabilitado'] as const;
