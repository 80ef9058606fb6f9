'use client';

import { useEffect } from 'react';
import { Toaster } from 'sonner';
import { toastPlace } from './toast';

/** At most 20 toasts, announced politely, in a region called `label`. */
export function ToastList({ label }: { label: string }) {
  // The effects of children run first, so the list is listening by now.
  useEffect(() => toastPlace.onMounted(), []);
  return (
    <Toaster
      customAriaLabel={label}
      visibleToasts={20}
      position="bottom-center"
      toastOptions={{ className: 'bg-raised! text-ink! border-line! rounded-control!' }}
    />
  );
}
