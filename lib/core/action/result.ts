/** The result of actions and queries in `lib/`: a value, or an error code with a message in the catalogues. */
export type Result<Value = undefined, Code extends string = string> =
  | { ok: true; value: Value }
  | { ok: false; error: Code; fieldErrors?: Record<string, string>; details?: Record<string, string | number> };

/** A successful result. */
export const succeed = <Value>(value: Value): Result<Value, never> => ({ ok: true, value });

/**
 * A failed or refused result.
 *
 * @param error a code with a message in the catalogues
 * @param extra codes by form field, and values for the message
 */
export function fail<Code extends string>(
  error: Code,
  extra: { fieldErrors?: Record<string, string>; details?: Record<string, string | number> } = {},
): Result<never, Code> {
  return { ok: false, error, ...extra };
}
