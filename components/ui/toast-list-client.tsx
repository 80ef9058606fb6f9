'use client';

import { useEffect } from 'react';
import { Toaster } from 'sonner';
import { toastPlace } from './toast';

/** At most 20 toasts, announced politely. */
export function ToastList() {
  // The effects of a child run first: by now the list listens.
  useEffect(() => toastPlace.onMounted(), []);
  return (
    <Toaster
      visibleToasts={20}
      position="bottom-center"
      toastOptions={{ className: 'bg-raised! text-ink! border-line! rounded-control!' }}
    />
  );
}
