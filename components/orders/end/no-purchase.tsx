import { getTranslations } from 'next-intl/server';
import { ButtonLink } from '@/components/ui/button-link';
import { buttonStyles } from '@/components/ui/button-styles';
import { CircleAlert } from '@/components/ui/icons/desk';
import { env } from '@/lib/core/env';
import { Outcome } from './outcome';

/** The end of a purchase at an address without one. `text` says what could not be verified. */
export async function NoPurchase({ text }: { text: string }) {
  const t = await getTranslations('success');
  return (
    <Outcome
      tone="bad"
      icon={<CircleAlert />}
      title={t('errorTitle')}
      actions={
        <>
          <ButtonLink href="/profile/orders" variant="buy">
            {t('orders')}
          </ButtonLink>
          <a href={`mailto:${env().SUPPORT_EMAIL}`} className={buttonStyles({})}>
            {t('contact')}
          </a>
        </>
      }
    >
      <p className="text-lg text-ink">{text}</p>
      <p>{t('unknown')}</p>
    </Outcome>
  );
}
