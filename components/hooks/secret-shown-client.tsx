'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Button } from '@/components/ui/button';
import { CopyText } from '@/components/ui/copy-text-client';
import { Dialog } from '@/components/ui/dialog-client';

/** The secret of an address, shown once. */
export function SecretShown({ secret, isNew, onClose }: { secret: string; isNew: boolean; onClose: () => void }) {
  const t = useTranslations('hooks.secret');
  const id = useId();
  return (
    <Dialog
      title={t('title')}
      description={t(isNew ? 'text' : 'renewedText')}
      closeLabel={t('close')}
      onClose={onClose}
    >
      <div className="mt-4 space-y-4">
        <p id={id} className="rounded-control bg-raised p-3 font-mono text-sm wrap-anywhere">
          {secret}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <CopyText text={secret} shown={id} label={t('copy')} variant="buy" />
          <Button onClick={onClose}>{t('done')}</Button>
        </div>
      </div>
    </Dialog>
  );
}
