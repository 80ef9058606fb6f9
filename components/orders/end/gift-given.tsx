import { useFormatter, useTranslations } from 'next-intl';
import { ButtonLink } from '@/components/ui/button-link';
import { Gift } from '@/components/ui/icons/shop';
import { AfterPurchase } from './after-purchase-client';
import { Outcome } from './outcome';

type Props = {
  paymentId: string;
  name: string;
  /** Empty for a gift by link. */
  recipient: string;
  /** Future delivery date of the gift, `YYYY-MM-DD`; null if delivered. */
  day: string | null;
  /** Formatted paid amount. */
  paid: string | null;
};

/** End of a gift purchase: the recipient and the delivery date. */
export function GiftGiven({ paymentId, name, recipient, day, paid }: Props) {
  const t = useTranslations('gifts.given');
  const format = useFormatter();
  const isByLink = recipient === '';
  return (
    <Outcome
      tone="good"
      icon={<Gift />}
      title={isByLink ? t('titleByLink') : t(day ? 'titleLater' : 'title', { name: recipient })}
      actions={
        <>
          <ButtonLink href={`/profile/gift/${paymentId}`} variant="buy">
            {t(isByLink ? 'seeLink' : 'see')}
          </ButtonLink>
          <ButtonLink href="/">{t('home')}</ButtonLink>
        </>
      }
    >
      <AfterPurchase />
      <p className="text-lg text-ink">
        {isByLink
          ? t('textByLink', { product: name })
          : day
            ? t('textLater', { product: name, name: recipient, date: format.dateTime(new Date(day), 'day') })
            : t('text', { product: name, name: recipient })}
      </p>
      {paid && <p>{paid}</p>}
      <p>{t('receipt')}</p>
    </Outcome>
  );
}
