import 'server-only';
import { isOutage, ServiceUnavailable } from '@/lib/core/unavailable';

/** An answer of the database's API. */
export type Answer<Data> =
  | { data: Data; error: null; status: number }
  | { data: null; error: { message: string }; status: number };

type DataOf<Given> = Given extends { data: infer Data; error: null } ? Data : never;

/**
 * The data of an API answer. Every call uses it, so that all fail alike.
 *
 * @param what names the call in errors
 * @returns the data, which may be null where the call allows it
 * @throws ServiceUnavailable if the database was unavailable; Error if it refused or failed
 */
export async function dataOf<Given extends Answer<unknown>>(
  what: string,
  call: Given | PromiseLike<Given>,
): Promise<DataOf<Given>> {
  const { data, error, status } = await call;
  if (!error) return data as DataOf<Given>;
  const problem = `${what} failed: ${error.message}`;
  throw isOutage(status) ? new ServiceUnavailable(problem) : new Error(problem);
}

/** The exact count of a call. Throws as `dataOf` does, and if there is no count. */
export async function countOf(
  what: string,
  call: PromiseLike<Answer<unknown> & { count: number | null }>,
): Promise<number> {
  const answer = await call;
  await dataOf(what, answer);
  if (answer.count === null) throw new Error(`${what} failed: no count`);
  return answer.count;
}
