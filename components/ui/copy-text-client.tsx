'use client';

import type { ReactNode } from 'react';
import { Button } from './button';
import type { ButtonLook } from './button-styles';
import { CopyNews } from './copy-news';
import { Copy } from './icons/desk';
import { Check } from './icons/shop';
import { useCopy } from './use-copy';

type Props = { text: string; label: ReactNode; shown: string } & Pick<ButtonLook, 'variant'>;

/** Copies a text, which is visible in the element with the id `shown`. */
export function CopyText({ text, label, shown, variant }: Props) {
  const { state, copy } = useCopy();
  return (
    <>
      <Button variant={variant} onClick={() => copy(text, shown)}>
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
