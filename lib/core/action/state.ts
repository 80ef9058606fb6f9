import type { Result } from './result';

/** State of a form after submission. It keeps the typed values, except passwords. */
export type FormState = {
  done?: boolean;
  error?: string;
  fieldErrors?: Record<string, string>;
  typed?: Record<string, string>;
  /** Further values of a refusal, such as the current value of a field. */
  details?: Record<string, string | number>;
};

/** The typed values of a form, to show them again. */
export const typedOf = (form: unknown, names: readonly string[]): Record<string, string> =>
  form instanceof FormData ? Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? '')])) : {};

/** Converts a result to form state. Field errors need no message above the fields. */
export function toState(result: Result<Record<string, string> | undefined>, typed: Record<string, string>): FormState {
  if (result.ok) return { done: true, ...(result.value ? { typed: result.value } : {}) };
  const { error, fieldErrors = {}, details } = result;
  const isToldByFields = error === 'invalid' && Object.keys(fieldErrors).length > 0;
  return { typed, fieldErrors, ...(details ? { details } : {}), ...(isToldByFields ? {} : { error }) };
}
