/** `missing` prevents purchases or payouts, `warn` causes trouble later, `hand` needs a manual check. */
export type Level = 'ok' | 'hand' | 'warn' | 'missing';

export type Finding = { area: string; level: Level; what: string; why?: string; fix?: string };

type Advice = { why: string; fix: string };

/** Creates findings of one area. */
export const findingsOf = (area: string) => ({
  ok: (what: string): Finding => ({ area, level: 'ok', what }),
  hand: (what: string, advice: Advice): Finding => ({ area, level: 'hand', what, ...advice }),
  warn: (what: string, advice: Advice): Finding => ({ area, level: 'warn', what, ...advice }),
  missing: (what: string, advice: Advice): Finding => ({ area, level: 'missing', what, ...advice }),
  /** Returns one of two findings, by a condition. */
  judge: (isRight: boolean, what: string, otherwise: Finding): Finding =>
    isRight ? { area, level: 'ok', what } : otherwise,
});

/** Message of an error; the reason of `fetch failed` is in its cause. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
