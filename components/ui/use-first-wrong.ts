import { useEffect, useRef } from 'react';

/**
 * Focuses the first refused field: on a phone it may be outside the visible part, and screen readers read its error
 * with it.
 *
 * @param fieldErrors of the last answer
 * @returns the ref of the form
 */
export function useFirstWrong(fieldErrors: Record<string, string>) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(fieldErrors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [fieldErrors]);
  return form;
}
