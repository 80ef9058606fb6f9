'use client';

import { useEffect } from 'react';
import { Toaster } from 'sonner';
import { toastPlace } from './toast';

/** At most 20 toasts, announced politely. */
export function ToastList() {
  // The effects of children run first, so the list is listening by now.
  useEffect(() => toastPlace.onMounted(), []);
  return (
    <Toaster
      visibleToasts={20}
      position="bottom-center"
      toastOptions={{ className: 'bg-raised! text-ink! border-line! rounded-control!' }}
    />
  );
}
