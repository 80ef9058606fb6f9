import type { z } from 'zod';
import { fail, type Result, succeed } from './result';

/**
 * Parses what a form or a request body brought.
 *
 * @returns the parsed data, or `invalid` with one message code per field (the schema's messages are codes)
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: FormData | unknown,
): Result<z.output<Schema>, 'invalid'> {
  const parsed = schema.safeParse(input instanceof FormData ? Object.fromEntries(input) : input);
  if (parsed.success) return succeed(parsed.data);
  const fieldErrors: Record<string, string> = {};
  for (const issue of parsed.error.issues) fieldErrors[issue.path.join('.') || 'form'] ??= issue.message;
  return fail('invalid', { fieldErrors });
}
