'use client';

import { useEffect, useState } from 'react';
import { onDemand } from './on-demand';
import { toastPlace } from './toast';

const ToastList = onDemand(() => import('./toast-list-client').then((module) => module.ToastList));

/** The place where toasts appear. Its code is loaded by the first toast. */
export function Toasts({ label }: { label: string }) {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    setWanted(toastPlace.wanted);
    toastPlace.onWanted = () => setWanted(true);
  }, []);
  return wanted ? <ToastList label={label} /> : null;
}
