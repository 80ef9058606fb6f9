import { usePathname } from 'next/navigation';
import { useState } from 'react';

/**
 * Whether a popup of the header is open: it opens with its first press, and closes with the page that it was opened on,
 * as the header stays while a link in the popup leads on.
 *
 * @returns `open` and `onOpenChange` of a popover
 */
export function useOpenHere() {
  const path = usePathname();
  const [openOn, setOpenOn] = useState<string | null>(path);
  // Coming back to that page does not open it again.
  if (openOn !== null && openOn !== path) setOpenOn(null);
  return { open: openOn === path, onOpenChange: (open: boolean) => setOpenOn(open ? path : null) };
}
