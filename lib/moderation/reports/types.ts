export const reportReasons = ['spam', 'ofensivo', 'ilegal', 'derechos', 'fraude', 'otro'] as const;
export const reportedKinds = ['producto', 'resena', 'usuario'] as const;
export const reportStates = ['abierto', 'resuelto', 'descartado'] as const;

export type ReportReason = (typeof reportReasons)[number];
export type ReportedKind = (typeof reportedKinds)[number];

export const reportTextLimit = 2_000;
