import { createContext, useContext } from 'react';

/** Error of a form field by its path; undefined if valid. */
export const FieldErrors = createContext<(path: string) => string | undefined>(() => undefined);

/** Name and error of a field, for its input. */
export function useFieldError() {
  const errorOf = useContext(FieldErrors);
  return (path: string) => ({ name: path, error: errorOf(path) });
}
