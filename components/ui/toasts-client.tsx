'use client';

import { useEffect, useState } from 'react';
import { toastContainer } from './toast';

/** Container of the toasts, filled by the first one. */
export function Toasts({ label }: { label: string }) {
  const [List, setList] = useState<typeof toastContainer.List>();
  useEffect(() => {
    toastContainer.onLoaded = () => setList(() => toastContainer.List);
    toastContainer.onLoaded();
  }, []);
  return List && <List label={label} onMounted={toastContainer.onMounted} />;
}
