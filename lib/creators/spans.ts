import { dayInSpain } from '@/lib/core/day';

/** The spans of time that charts show, in days. */
export const spans = [7, 30, 90] as const;
export type Span = (typeof spans)[number];

/** The span from an address: `?dias=7|30|90`, otherwise 30. */
export const parseSpan = (wanted: unknown): Span => spans.find((days) => days === Number(wanted)) ?? 30;

/** The first day in Spain of a span that ends today, as `YYYY-MM-DD`. */
export function firstDay(span: Span): string {
  const day = new Date(`${dayInSpain()}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - span + 1);
  return day.toISOString().slice(0, 10);
}
