'use client';

import { useState } from 'react';
import { Button } from './button';

/** Opens the page anew on a press, and says so until it comes. */
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
