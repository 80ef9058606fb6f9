'use client';

import { useState } from 'react';
import { Button } from './button';

/** Reloads the page on a press, and shows progress until it arrives. */
export function ReloadButton({ label, busyLabel }: { label: string; busyLabel: string }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Button
      variant="buy"
      disabled={isAsking}
      onClick={() => {
        setAsking(true);
        location.reload();
      }}
    >
      {isAsking ? busyLabel : label}
    </Button>
  );
}
