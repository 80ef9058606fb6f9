import { isOutage, ServiceUnavailable } from '@/lib/core/unavailable';

/**
 * Returns if an answer of Auth is conclusive about person, password or link: a success or a refusal (docs/outages.md).
 *
 * @param error the error of the answer; without a status it was created by the client, as for a missing session
 * @throws ServiceUnavailable if Auth could not answer
 */
export function throwIfOutage(error: { message: string; status?: number | undefined } | null): void {
  if (error?.status !== undefined && isOutage(error.status)) throw new ServiceUnavailable(`Auth: ${error.message}`);
}
