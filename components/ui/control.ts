/** A form control. */
export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
export type Held = string | boolean;

export const isBox = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

export const heldBy = (control: Control): Held => (isBox(control) ? control.checked : control.value);

/** Sets the value of a control as user input, so that React notices it. */
export function fillIn(control: Control, held: Held): void {
  if (isBox(control)) {
    control.checked = !held;
    control.click();
    return;
  }
  // React tracks the element's own property and ignores an input event that does not change the tracked value.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, held);
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
