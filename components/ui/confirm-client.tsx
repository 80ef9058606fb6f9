'use client';

import type { ReactNode } from 'react';
import { Button } from './button';
import { Dialog } from './dialog-client';
import { Notice } from './notice';

export type ConfirmProps = {
  /** Names the subject and the amount. */
  title: string;
  /** Describes the consequences. */
  text: string;
  confirmLabel: string;
  cancelLabel: string;
  isDangerous?: boolean;
  pending: boolean;
  problem?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
};

/** Confirmation dialog of an action that cannot easily be undone. */
export function Confirm({
  title,
  text,
  confirmLabel,
  cancelLabel,
  isDangerous,
  pending,
  problem,
  onConfirm,
  onClose,
  children,
}: ConfirmProps) {
  return (
    <Dialog title={title} description={text} closeLabel={cancelLabel} onClose={onClose}>
      <div className="mt-4 space-y-4">
        {children}
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className="flex flex-wrap gap-3">
          <Button variant={isDangerous ? 'danger' : 'buy'} pending={pending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
          <Button disabled={pending} onClick={onClose}>
            {cancelLabel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
