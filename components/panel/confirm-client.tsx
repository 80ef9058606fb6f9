'use client';

import { useTranslations } from 'next-intl';
import { type ConfirmProps, Confirm as Dialog } from '@/components/ui/confirm-client';

/** Confirmation dialog of the panel, with the label of its cancel button. */
export function Confirm(props: Omit<ConfirmProps, 'cancelLabel'>) {
  const t = useTranslations('admin.edit');
  return <Dialog cancelLabel={t('cancel')} {...props} />;
}
