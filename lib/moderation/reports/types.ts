export const reportReasons = ['spam', 'ofensivo', 'ilegal', 'derechos', 'fraude', 'otro'] as const;
export const reportedKinds = ['producto', 'resena', 'usuario'] as const;
/** Kinds of reports for moderators: people's reports, and appeals of banned or disabled accounts. */
export const reportKinds = [...reportedKinds, 'apelacion'] as const;
export const reportStates = ['abierto', 'resuelto', 'descartado'] as const;

export type ReportReason = (typeof reportReasons)[number];
export type ReportedKind = (typeof reportedKinds)[number];

export const reportTextLimit = 2_000;
export const appealLengths = { least: 10, most: 2_000 } as const;
