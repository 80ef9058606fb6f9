import { usePathname } from 'next/navigation';
import { useState } from 'react';

/**
 * State of a header popup: it closes on navigation, because the header stays mounted when a link in the popup is
 * followed.
 *
 * @returns `open` and `onOpenChange` of a popover
 */
export function useOpenHere() {
  const path = usePathname();
  const [openOn, setOpenOn] = useState<string | null>(path);
  // Keeps it closed after a return to that page.
  if (openOn !== null && openOn !== path) setOpenOn(null);
  return { open: openOn === path, onOpenChange: (open: boolean) => setOpenOn(open ? path : null) };
}
