'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog-client';
import { Notice } from '@/components/ui/notice';

type Props = {
  /** Names the subject and the amount. */
  title: string;
  /** Describes the consequences. */
  text: string;
  confirmLabel: string;
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
  isDangerous,
  pending,
  problem,
  onConfirm,
  onClose,
  children,
}: Props) {
  const t = useTranslations('admin.edit');
  return (
    <Dialog title={title} description={text} closeLabel={t('cancel')} onClose={onClose}>
      <div className="mt-4 space-y-4">
        {children}
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className="flex flex-wrap gap-3">
          <Button variant={isDangerous ? 'danger' : 'buy'} pending={pending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
          <Button disabled={pending} onClick={onClose}>
            {t('cancel')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
