'use client';

import { Dialog as Primitive } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { X } from '@/components/ui/icons/shop';
import { useReturnFocus } from '@/components/ui/use-return-focus';

type Props = {
  title: ReactNode;
  description?: ReactNode;
  closeLabel: string;
  onClose: () => void;
  children?: ReactNode;
};

/** Moves the initial focus to a link: Radix skips links and would focus a later button. */
function beginWithLink(event: Event) {
  const first = (event.currentTarget as HTMLElement).querySelector<HTMLElement>(
    'a[href], button, input, select, textarea',
  );
  if (!first?.matches('a')) return;
  event.preventDefault();
  first.focus();
}

/**
 * A modal dialog, open while rendered. Escape and the close button close it; a press outside only without input: on
 * phones people press there to hide the keyboard.
 */
export function Dialog({ title, description, closeLabel, onClose, children }: Props) {
  const returnFocus = useReturnFocus();
  const hasEntry = useRef(false);
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-50 bg-shade backdrop-blur-sm" />
        <Primitive.Content
          onOpenAutoFocus={beginWithLink}
          onCloseAutoFocus={returnFocus}
          onInput={() => {
            hasEntry.current = true;
          }}
          onPointerDownOutside={(event) => hasEntry.current && event.preventDefault()}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className="fixed inset-x-4 top-1/2 z-50 mx-auto max-h-[85dvh] max-w-md -translate-y-1/2 overflow-y-auto rounded-card border border-line bg-surface p-6 shadow-card"
        >
          <Primitive.Title className="pr-10 text-xl font-bold">{title}</Primitive.Title>
          {description && <Primitive.Description className="mt-2 text-muted">{description}</Primitive.Description>}
          {children}
          <Primitive.Close
            aria-label={closeLabel}
            className="absolute top-3 right-3 grid size-11 place-items-center rounded-control hover:bg-raised"
          >
            <X aria-hidden className="size-5" />
          </Primitive.Close>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
