'use client';

import { useEffect, useState } from 'react';
import { toastPlace } from './toast';

/** The place where toasts appear, which the first toast fills. */
export function Toasts({ label }: { label: string }) {
  const [List, setList] = useState<typeof toastPlace.List>();
  useEffect(() => {
    toastPlace.onLoaded = () => setList(() => toastPlace.List);
    toastPlace.onLoaded();
  }, []);
  return List && <List label={label} onMounted={toastPlace.onMounted} />;
}
