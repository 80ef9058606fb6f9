import { useState } from 'react';

/**
 * For a dialog that is open as long as it is rendered. Radix gives the focus back to its own trigger only, which such a
 * dialog has none of.
 *
 * @returns what the dialog's content does when it closes: the focus returns to where it was when the dialog was opened
 */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => (typeof document === 'undefined' ? null : document.activeElement));
  return (event) => {
    event.preventDefault();
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
}
