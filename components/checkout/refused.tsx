import { useTranslations } from 'next-intl';
import { DisabledWays } from '@/components/account/disabled-ways';
import { ButtonLink } from '@/components/ui/button-link';
import { Notice } from '@/components/ui/notice';
import { isOwned, type Refusal } from '@/lib/checkout/refusals';

/** Reason why a basket cannot be bought, with a link to continue. */
export function Refused({ refusal, message }: { refusal: Refusal; message: string }) {
  const t = useTranslations('cart');
  return (
    <Notice tone="warn" className="flex flex-wrap items-center justify-between gap-3">
      <span>{message}</span>
      {isOwned(refusal) && <ButtonLink href="/profile/orders">{t('seeOrders')}</ButtonLink>}
      {refusal === 'requiere_club' && <ButtonLink href="/club">{t('joinClub')}</ButtonLink>}
      {refusal === 'cuenta_deshabilitada' && (
        <div className="flex flex-wrap gap-3">
          <DisabledWays />
        </div>
      )}
    </Notice>
  );
}
