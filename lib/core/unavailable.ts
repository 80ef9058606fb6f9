/** The digest of an outage, which Next.js passes to the error page instead of the message. */
export const unavailableDigest = 'service-unavailable';

/** A required service did not answer in time, so the outcome is unknown. Shown as an outage, never as a refusal. */
export class ServiceUnavailable extends Error {
  readonly digest = unavailableDigest;
}

/** True if a status of Supabase is an outage: no answer (0), a rate limit, or a server error. */
export const isOutage = (status: number): boolean =>
  status === 0 || status === 408 || status === 429 || (status >= 502 && status <= 504) || status >= 520;
