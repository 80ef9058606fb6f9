import { useTranslations } from 'next-intl';
import { Link } from '@/components/ui/link-client';

/** Link to the payment's page, which shows its steps and can check it again. */
export function PaymentLink({ paymentId }: { paymentId: string | null }) {
  const t = useTranslations('success');
  if (!paymentId) return null;
  return (
    <Link
      href={`/profile/payment/${paymentId}`}
      className="inline-flex min-h-11 items-center font-semibold text-link underline-offset-4 hover:underline"
    >
      {t('story')}
    </Link>
  );
}
