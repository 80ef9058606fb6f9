import 'server-only';
import type { z } from 'zod';
import { log } from '@/lib/core/log';
import { refusalRow } from './refusal';
import { fail, type Result, succeed } from './result';

/**
 * Turns the answer of a database function into a result.
 *
 * @param refusals a schema of the codes that it may refuse with; it catches unknown ones
 * @returns its answer, or its refusal, or `failed` (which is logged) when it did not run
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

/** The same for a function that returns nothing but success or a refusal. */
export function doneOf<Code extends string>(
  ...call: Parameters<typeof resultOf<Code>>
): Result<undefined, Code | 'failed'> {
  const result = resultOf(...call);
  return result.ok ? succeed(undefined) : result;
}
