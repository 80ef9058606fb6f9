import { useTranslations } from 'next-intl';
import { ButtonLink } from '@/components/ui/button-link';

/** The ways on for a disabled account: appeal, support, sign out. */
export function DisabledWays() {
  const t = useTranslations('product');
  return (
    <>
      <ButtonLink href="/profile#appeal" variant="buy">
        {t('disabledAppeal')}
      </ButtonLink>
      <ButtonLink href="/support">{t('disabledSupport')}</ButtonLink>
      <ButtonLink href="/logout" prefetch={false} variant="danger">
        {t('signOut')}
      </ButtonLink>
    </>
  );
}
