/** Longest wait that a receiver may ask for, in seconds: a delivery is tried for three days. */
const longest = 3 * 86_400;

/**
 * The wait that a receiver asks for, in whole seconds: `Retry-After` of an answer 429 or 503, as seconds or as an HTTP
 * date (RFC 9110, 10.2.3).
 *
 * @returns null without a valid `Retry-After`
 */
export function retryAfter(status: number, header: string | undefined, now = Date.now()): number | null {
  const text = header?.trim() ?? '';
  if (status !== 429 && status !== 503) return null;
  if (/^\d+$/.test(text)) return Math.min(Number(text), longest);
  const at = / GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.min(Math.max(Math.ceil((at - now) / 1000), 0), longest);
}
