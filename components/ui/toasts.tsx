'use client';

import { useEffect, useState } from 'react';
import { onDemand } from './on-demand';
import { toastPlace } from './toast';

const ToastList = onDemand(() => import('./toast-list-client').then((module) => module.ToastList));

/** Where toasts appear. Nothing of it is loaded before there is one. */
export function Toasts() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    setWanted(toastPlace.wanted);
    toastPlace.onWanted = () => setWanted(true);
  }, []);
  return wanted ? <ToastList /> : null;
}
