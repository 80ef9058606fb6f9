/**
 * `missing` keeps the first customer from buying, or the shop from being paid. `warn` will be felt later. `hand` cannot
 * be seen from here.
 */
export type Level = 'ok' | 'hand' | 'warn' | 'missing';

export type Finding = { area: string; level: Level; what: string; why?: string; fix?: string };

type Advice = { why: string; fix: string };

/** Makes the findings of one area. */
export const findingsOf = (area: string) => ({
  ok: (what: string): Finding => ({ area, level: 'ok', what }),
  hand: (what: string, advice: Advice): Finding => ({ area, level: 'hand', what, ...advice }),
  warn: (what: string, advice: Advice): Finding => ({ area, level: 'warn', what, ...advice }),
  missing: (what: string, advice: Advice): Finding => ({ area, level: 'missing', what, ...advice }),
  /** One of two findings, by what was seen. */
  judge: (isRight: boolean, what: string, otherwise: Finding): Finding =>
    isRight ? { area, level: 'ok', what } : otherwise,
});

/** What an error says; what lies behind `fetch failed` is in its cause. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
