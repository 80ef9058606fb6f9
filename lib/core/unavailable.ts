/** What Next.js tells the error page of a failed page instead of its message. */
export const unavailableDigest = 'service-unavailable';

/**
 * A service that the shop needs has not answered, or not in time: nothing is known of what was asked. It is told as an
 * outage, never as a refusal.
 */
export class ServiceUnavailable extends Error {
  readonly digest = unavailableDigest;
}

/**
 * Whether an answer of Supabase says that it could not work now: no answer (0), a limit for everybody, or a failure of
 * the service or of what stands before it.
 */
export const isOutage = (status: number): boolean =>
  status === 0 || status === 408 || status === 429 || (status >= 502 && status <= 504) || status >= 520;
