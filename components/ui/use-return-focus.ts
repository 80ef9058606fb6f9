import { useState } from 'react';

/**
 * Restores focus for a dialog that is open while rendered. Radix returns the focus only to its own trigger, which such
 * a dialog lacks.
 *
 * @returns the dialog's close handler, which returns the focus to the element focused before
 */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => (typeof document === 'undefined' ? null : document.activeElement));
  return (event) => {
    event.preventDefault();
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
}
