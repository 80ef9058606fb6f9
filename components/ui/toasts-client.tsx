'use client';

import { useEffect, useState } from 'react';
import { toastPlace } from './toast';

/** Container of the toasts, filled by the first one. */
export function Toasts({ label }: { label: string }) {
  const [List, setList] = useState<typeof toastPlace.List>();
  useEffect(() => {
    toastPlace.onLoaded = () => setList(() => toastPlace.List);
    toastPlace.onLoaded();
  }, []);
  return List && <List label={label} onMounted={toastPlace.onMounted} />;
}
