'use client';

import { useTranslations } from 'next-intl';
import { ConfirmButton } from '@/components/ui/confirm-button-client';
import { toast } from '@/components/ui/toast';
import { useProblemText } from '@/components/ui/use-problem-text';
import { takeBackGift } from '@/lib/support/action';

/** Cancels a gift that nobody has collected. */
export function TakeBackGift({ id, name }: { id: string; name: string }) {
  const t = useTranslations('gifts.takeBack');
  return (
    <ConfirmButton
      action={takeBackGift}
      input={id}
      label={t('open')}
      question={{
        title: t('title', { name }),
        text: t('text'),
        confirmLabel: t('confirm'),
        cancelLabel: t('keep'),
        isDangerous: true,
      }}
      messages={useProblemText('gifts.takeBack.errors')}
      onDone={(outcome) => void toast('success', t(outcome))}
    />
  );
}
