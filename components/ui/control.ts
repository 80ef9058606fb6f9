/** What somebody can fill in. */
export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
export type Held = string | boolean;

export const isBox = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

export const heldBy = (control: Control): Held => (isBox(control) ? control.checked : control.value);

/** Fills a control in as its user did, so that React hears of it. */
export function fillIn(control: Control, held: Held): void {
  if (isBox(control)) {
    control.checked = !held;
    control.click();
    return;
  }
  // React watches the property of the element, and takes no notice of an input that leaves the value as it knows it.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, held);
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
