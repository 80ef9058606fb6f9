'use client';

import { useEffect } from 'react';
import { Toaster } from 'sonner';

export { toast as show } from 'sonner';

/** Up to 20 toasts in a polite live region named `label`. */
export function ToastList({ label, onMounted }: { label: string; onMounted: () => void }) {
  // Effects of children run first, so the list is listening by now.
  useEffect(onMounted, [onMounted]);
  return (
    <Toaster
      customAriaLabel={label}
      visibleToasts={20}
      position="bottom-center"
      toastOptions={{
        className: 'bg-raised! text-ink! border-line! rounded-control! font-sans!',
        classNames: {
          actionButton: 'min-h-11! px-3! bg-transparent! text-link! text-sm! font-semibold! rounded-control!',
        },
      }}
    />
  );
}
