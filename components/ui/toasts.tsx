'use client';

import { useEffect, useState } from 'react';
import { onDemand } from '@/components/ui/on-demand';
import { firstToast } from './toast';

const Toaster = onDemand(() => import('sonner').then(({ Toaster: Component }) => Component));

/** Where toasts appear: at most 20 (SPEC §9), announced politely. */
export function Toasts() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    setWanted(firstToast.wanted);
    firstToast.onWanted = () => setWanted(true);
  }, []);
  if (!wanted) return null;
  return (
    <Toaster
      visibleToasts={20}
      position="bottom-center"
      toastOptions={{ className: 'bg-raised! text-ink! border-line! rounded-control!' }}
    />
  );
}
