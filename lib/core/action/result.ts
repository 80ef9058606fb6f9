/** What actions and queries of `lib/` return: the value, or an error code for which the catalogues hold a message. */
export type Result<Value = undefined, Code extends string = string> =
  | { ok: true; value: Value }
  | { ok: false; error: Code; fieldErrors?: Record<string, string>; details?: Record<string, string | number> };

/** The result of work that was done. */
export const succeed = <Value>(value: Value): Result<Value, never> => ({ ok: true, value });

/**
 * The result of work that was refused or went wrong.
 *
 * @param error a code for which the catalogues hold a message
 * @param extra codes by the field of a form that is wrong, and values that the message names
 */
export function fail<Code extends string>(
  error: Code,
  extra: { fieldErrors?: Record<string, string>; details?: Record<string, string | number> } = {},
): Result<never, Code> {
  return { ok: false, error, ...extra };
}
