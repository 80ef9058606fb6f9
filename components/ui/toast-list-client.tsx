'use client';

import { useEffect } from 'react';
import { Toaster } from 'sonner';

export { toast as show } from 'sonner';

/** At most 20 toasts, announced politely, in a region called `label`. */
export function ToastList({ label, onMounted }: { label: string; onMounted: () => void }) {
  // The effects of children run first, so the list is listening by now.
  useEffect(onMounted, [onMounted]);
  return (
    <Toaster
      customAriaLabel={label}
      visibleToasts={20}
      position="bottom-center"
      toastOptions={{ className: 'bg-raised! text-ink! border-line! rounded-control!' }}
    />
  );
}
