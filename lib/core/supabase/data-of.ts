import 'server-only';
import { isOutage, ServiceUnavailable } from '@/lib/core/unavailable';

/** An answer of the database's API. */
export type Answer<Data> =
  | { data: Data; error: null; status: number }
  | { data: null; error: { message: string }; status: number };

type DataOf<Given> = Given extends { data: infer Data; error: null } ? Data : never;

/**
 * What the database's API answers to a call: every call goes through this, so that all of them fail alike.
 *
 * @param what names the call in the error
 * @returns the data, which may be null where the call allows it
 * @throws ServiceUnavailable when the database could not answer now; Error when it refused or failed
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

/** How many rows a call counts that asks for an exact count. Throws as `dataOf` does, and when there is no count. */
export async function countOf(
  what: string,
  call: PromiseLike<Answer<unknown> & { count: number | null }>,
): Promise<number> {
  const answer = await call;
  await dataOf(what, answer);
  if (answer.count === null) throw new Error(`${what} failed: no count`);
  return answer.count;
}
