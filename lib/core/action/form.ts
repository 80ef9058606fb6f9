import type { z } from 'zod';
import { fail, type Result, succeed } from './result';

/** True if any text in the input contains what the database cannot store: a NUL character, or half of a surrogate pair. */
export const containsUnstorable = (input: unknown): boolean =>
  typeof input === 'string'
    ? input.includes('\0') || /\p{Cs}/u.test(input)
    : typeof input === 'object' && input !== null && Object.values(input).some(containsUnstorable);

/**
 * Parses form input or a request body, and refuses text that the database cannot store.
 *
 * @returns the parsed data, or `invalid` with one message code per field (the schema's messages are codes)
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: FormData | unknown,
): Result<z.output<Schema>, 'invalid'> {
  const given = input instanceof FormData ? Object.fromEntries(input) : input;
  if (containsUnstorable(given)) return fail('invalid', { fieldErrors: {} });
  const parsed = schema.safeParse(given);
  if (parsed.success) return succeed(parsed.data);
  const fieldErrors: Record<string, string> = {};
  for (const issue of parsed.error.issues) fieldErrors[issue.path.join('.') || 'form'] ??= issue.message;
  return fail('invalid', { fieldErrors });
}
