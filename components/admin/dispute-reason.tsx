import { useTranslations } from 'next-intl';

/** Reason of a dispute, translated; the provider's code if there is no translation. */
export function DisputeReason({ reason }: { reason: string | null }) {
  const t = useTranslations('admin.disputes.reasons');
  if (!reason) return '—';
  return t.has(reason as 'general') ? t(reason as 'general') : t('unknown', { code: reason });
}
