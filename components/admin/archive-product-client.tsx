'use client';

import { useTranslations } from 'next-intl';
import { ConfirmButton } from '@/components/ui/confirm-button-client';
import { toast } from '@/components/ui/toast';
import { useProblemText } from '@/components/ui/use-problem-text';
import { archiveForCreator } from '@/lib/admin/product-action';

/** Archives a product, as its creator can, or restores it. */
export function ArchiveProduct({ id, name, isArchived }: { id: string; name: string; isArchived: boolean }) {
  const t = useTranslations('admin.product.archive');
  const words = isArchived ? 'restore' : 'archive';
  return (
    <ConfirmButton
      action={archiveForCreator}
      input={{ id, archive: !isArchived }}
      label={t(`${words}.open`)}
      question={{
        title: t(`${words}.title`, { name }),
        text: t(`${words}.text`),
        confirmLabel: t(`${words}.sure`),
        cancelLabel: t('keep'),
        isDangerous: !isArchived,
      }}
      messages={useProblemText('admin.product.errors')}
      onDone={() => void toast('success', t(`${words}.done`))}
    />
  );
}
