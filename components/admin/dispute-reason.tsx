import { useTranslations } from 'next-intl';

/** Why a buyer disputes a payment: in words, with the provider's own word only where there are none. */
export function DisputeReason({ reason }: { reason: string | null }) {
  const t = useTranslations('admin.disputes.reasons');
  if (!reason) return '—';
  return t.has(reason as 'general') ? t(reason as 'general') : t('unknown', { code: reason });
}
