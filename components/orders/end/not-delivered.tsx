import { useLocale, useTranslations } from 'next-intl';
import { ButtonLink } from '@/components/ui/button-link';
import { Undo2 } from '@/components/ui/icons/desk';
import { formatCents } from '@/lib/core/money';
import { notCharged } from '@/lib/orders/payments/verification';
import type { Verified } from '@/lib/payments/verified';
import { Outcome } from './outcome';
import { PaymentLink } from './payment-link';

/** A payment that was not delivered or not charged: the reason, and the state of the money. */
export function NotDelivered({ result }: { result: Verified }) {
  const t = useTranslations('undelivered');
  const success = useTranslations('success');
  const locale = useLocale();
  const amount = formatCents(Math.round((result.precio ?? 0) * 100), locale);
  const why = t('why', { reason: result.motivo ?? '' });
  const isCharged = !notCharged.has(result.estado);
  const said = result.estado === 'reembolsado' ? 'returned' : isCharged ? 'returning' : 'notCharged';
  return (
    <Outcome
      tone="warn"
      icon={<Undo2 />}
      title={t('title')}
      actions={
        <ButtonLink href="/" variant="buy">
          {success('home')}
        </ButtonLink>
      }
    >
      <p className="text-lg text-ink">{t(said, { why, amount })}</p>
      {isCharged && <p>{t('when')}</p>}
      <PaymentLink paymentId={result.pago} />
    </Outcome>
  );
}
