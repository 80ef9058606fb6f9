import type { Result } from './result';

/** What a form shows after it was sent; what was typed comes back, except a password. */
export type FormState = {
  done?: boolean;
  error?: string;
  fieldErrors?: Record<string, string>;
  typed?: Record<string, string>;
  /** What else a refusal says, such as what a field is now. */
  details?: Record<string, string | number>;
};

/** What was typed into a form, to be shown again. */
export const typedOf = (form: unknown, names: readonly string[]): Record<string, string> =>
  form instanceof FormData ? Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? '')])) : {};

/** A result as a form shows it. Fields that say what is wrong with them need no message above them. */
export function toState(result: Result<Record<string, string> | undefined>, typed: Record<string, string>): FormState {
  if (result.ok) return { done: true, ...(result.value ? { typed: result.value } : {}) };
  const { error, fieldErrors = {}, details } = result;
  const isToldByFields = error === 'invalid' && Object.keys(fieldErrors).length > 0;
  return { typed, fieldErrors, ...(details ? { details } : {}), ...(isToldByFields ? {} : { error }) };
}
