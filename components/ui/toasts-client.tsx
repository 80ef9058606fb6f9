'use client';

import { useEffect, useState } from 'react';
import { toastContainer } from './toast';

/** Container of the toasts, filled by the first one; without a connection it shows the last message alone. */
export function Toasts({ label }: { label: string }) {
  const [List, setList] = useState<typeof toastContainer.List>();
  const [lost, setLost] = useState('');
  useEffect(() => {
    toastContainer.onLost = (message) => {
      setLost(message);
      setTimeout(setLost, 4_000, (shown: string) => (shown === message ? '' : shown));
    };
    toastContainer.onLoaded = () => setList(() => toastContainer.List);
    toastContainer.onLoaded();
  }, []);
  if (List) return <List label={label} onMounted={toastContainer.onMounted} />;
  return (
    lost && (
      <p role="alert" className="fixed inset-x-4 bottom-6 z-50 rounded-control bg-raised p-4">
        {lost}
      </p>
    )
  );
}
