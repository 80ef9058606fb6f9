import 'server-only';
import type { z } from 'zod';
import { log } from '@/lib/core/log';
import { refusalRow } from './refusal';
import { fail, type Result, succeed } from './result';

/**
 * What a function of the database answered, as a result.
 *
 * @param refusals the codes that it may refuse with; the schema catches any other
 * @returns its answer; its refusal; or `failed`, with a line in the log, when it did not run
 */
export function resultOf<Code extends string>(
  name: string,
  { data, error }: { data: unknown; error: { message: string } | null },
  refusals: z.ZodType<Code>,
): Result<unknown, Code | 'failed'> {
  if (error) {
    log.error({ function: name, error: error.message }, 'a function of the database failed');
    return fail('failed');
  }
  const refused = refusalRow.safeParse(data);
  return refused.success ? fail(refusals.parse(refused.data.error)) : succeed(data);
}

/** The same for a function whose answer says nothing more than that it is done. */
export function doneOf<Code extends string>(
  ...call: Parameters<typeof resultOf<Code>>
): Result<undefined, Code | 'failed'> {
  const result = resultOf(...call);
  return result.ok ? succeed(undefined) : result;
}
