import { useTranslations } from 'next-intl';
import { ButtonLink } from '@/components/ui/button-link';
import { Notice } from '@/components/ui/notice';
import type { Refusal } from '@/lib/checkout/refusals';

/** Why a basket cannot be bought, and where to go on from there. */
export function Refused({ refusal, message }: { refusal: Refusal; message: string }) {
  const t = useTranslations('cart');
  return (
    <Notice tone="warn" className="flex flex-wrap items-center justify-between gap-3">
      <span>{message}</span>
      {refusal === 'ya_lo_tienes' && <ButtonLink href="/profile/orders">{t('seeOrders')}</ButtonLink>}
      {refusal === 'requiere_club' && <ButtonLink href="/club">{t('joinClub')}</ButtonLink>}
    </Notice>
  );
}
