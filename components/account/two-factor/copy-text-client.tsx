'use client';

import { Button } from '@/components/ui/button';
import { CopyNews } from '@/components/ui/copy-news';
import { Copy } from '@/components/ui/icons/desk';
import { Check } from '@/components/ui/icons/shop';
import { useCopy } from '@/components/ui/use-copy';

/** Copies a text, which is visible in the element with the id `shown`. */
export function CopyText({ text, label, shown }: { text: string; label: string; shown: string }) {
  const { state, copy } = useCopy();
  return (
    <>
      <Button onClick={() => copy(text, shown)}>
        {state === 'copied' ? (
          <Check aria-hidden className="size-4 text-good" />
        ) : (
          <Copy aria-hidden className="size-4" />
        )}
        <span>{label}</span>
      </Button>
      <CopyNews state={state} />
    </>
  );
}
