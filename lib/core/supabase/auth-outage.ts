import { isOutage, ServiceUnavailable } from '@/lib/core/unavailable';

/**
 * Goes on after an answer of Auth that says something of the person, the password or the link that it was asked about:
 * a success, or a refusal (docs/outages.md).
 *
 * @param error the error of the answer; without a status it is of the client's own making, as for a missing session
 * @throws ServiceUnavailable where Auth could not answer: nothing is known of what was asked
 */
export function throwIfOutage(error: { message: string; status?: number | undefined } | null): void {
  if (error?.status !== undefined && isOutage(error.status)) throw new ServiceUnavailable(`Auth: ${error.message}`);
}
