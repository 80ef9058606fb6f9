'use client';

import dynamic from 'next/dynamic';

const Toaster = dynamic(() => import('sonner').then(({ Toaster: Component }) => Component), { ssr: false });

/** Where toasts appear: at most 20 (SPEC §9), announced politely. */
export function Toasts() {
  return (
    <Toaster
      visibleToasts={20}
      position="bottom-center"
      toastOptions={{ className: 'bg-raised! text-ink! border-line! rounded-control!' }}
    />
  );
}
