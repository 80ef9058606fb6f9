/** The first date of a form that is half typed or does not exist, such as 31 November: its value is empty. */
export const findHalfDate = (form: HTMLFormElement): HTMLInputElement | undefined =>
  [...form.elements].find(
    (control): control is HTMLInputElement => control instanceof HTMLInputElement && control.validity.badInput,
  );

/**
 * True if a date of the form is half typed or does not exist, as if nobody had wanted one. The browser says so at the
 * field.
 */
export function hasHalfDate(form: HTMLFormElement): boolean {
  const half = findHalfDate(form);
  half?.reportValidity();
  return half !== undefined;
}
