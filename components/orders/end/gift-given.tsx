import { useFormatter, useTranslations } from 'next-intl';
import { ButtonLink } from '@/components/ui/button-link';
import { Gift } from '@/components/ui/icons/shop';
import { AfterPurchase } from './after-purchase-client';
import { Outcome } from './outcome';

type Props = {
  paymentId: string;
  name: string;
  recipient: string;
  /** The day on which it is given, `YYYY-MM-DD`, if that is still to come. */
  day: string | null;
  /** What was paid, in words. */
  paid: string | null;
};

/** The end of a purchase for somebody else: to whom it went, or when it will. */
export function GiftGiven({ paymentId, name, recipient, day, paid }: Props) {
  const t = useTranslations('gifts.given');
  const format = useFormatter();
  return (
    <Outcome
      tone="good"
      icon={<Gift />}
      title={t(day ? 'titleLater' : 'title', { name: recipient })}
      actions={
        <>
          <ButtonLink href={`/profile/gift/${paymentId}`} variant="buy">
            {t('see')}
          </ButtonLink>
          <ButtonLink href="/">{t('home')}</ButtonLink>
        </>
      }
    >
      <AfterPurchase />
      <p className="text-lg text-ink">
        {day
          ? t('textLater', { product: name, name: recipient, date: format.dateTime(new Date(day), 'day') })
          : t('text', { product: name, name: recipient })}
      </p>
      {paid && <p>{paid}</p>}
      <p>{t('receipt')}</p>
    </Outcome>
  );
}
