/** The spans of time that charts show, in days. */
export const spans = [7, 30, 90] as const;
export type Span = (typeof spans)[number];

/** The span from an address: `?dias=7|30|90`, otherwise 30. */
export const parseSpan = (wanted: unknown): Span => spans.find((days) => days === Number(wanted)) ?? 30;
