import { createContext, useContext } from 'react';

/** What is wrong with a field of the form, by its path; undefined for one that is right. */
export const FieldErrors = createContext<(path: string) => string | undefined>(() => undefined);

/** The name and the error of a field, for its input. */
export function useFieldError() {
  const errorOf = useContext(FieldErrors);
  return (path: string) => ({ name: path, error: errorOf(path) });
}
