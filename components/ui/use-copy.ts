import { useEffect, useState } from 'react';

const shownMs = 2_000;

/** Copies a text, and reports for two seconds that it was copied. */
export function useCopy(): { copied: boolean; copy: (text: string) => Promise<void> } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  return { copied, copy: (text) => navigator.clipboard.writeText(text).then(() => setCopied(true)) };
}
