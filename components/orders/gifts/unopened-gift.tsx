import { useTranslations } from 'next-intl';
import { ButtonLink } from '@/components/ui/button-link';
import { Gift } from '@/components/ui/icons/shop';
import type { Order } from '@/lib/orders/types';

/** Link from the order of an unopened gift to the gift. */
export function UnopenedGift({ order }: { order: Order }) {
  const t = useTranslations('orders');
  if (!order.gift || order.revoked || order.gift.isOpened) return null;
  return (
    <section className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-good bg-surface p-5">
      <p>{t('unopenedText', { name: order.gift.name })}</p>
      <ButtonLink href={`/profile/gift/${order.gift.id}`} variant="buy">
        <Gift aria-hidden className="size-4" />
        {t('openGift')}
      </ButtonLink>
    </section>
  );
}
