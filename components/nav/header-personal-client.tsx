'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { Bell } from '@/components/notifications/bell-client';
import { Coins, ShoppingCart } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import { Picture } from '@/components/ui/picture-client';
import { useOnDemand } from '@/components/ui/use-on-demand';
import type { Me } from '@/lib/account/types';
import { useRedirectToPreview } from './use-redirect-to-preview';

type Props = { me: Me; className: string };

function CoinBalance({ me, className }: Props) {
  const t = useTranslations('nav');
  const format = useFormatter();
  const [CoinPopup, open] = useOnDemand(() =>
    import('@/components/coins/coin-popup-client').then((module) => module.CoinPopup),
  );
  const label = t('balance', { amount: me.uncoins });
  const look = `${className} hidden grid-flow-col gap-1.5 px-3 text-sm font-semibold sm:grid`;
  const content = (
    <>
      <Coins aria-hidden className="size-5 text-club-ink" /> {format.number(me.uncoins)}
    </>
  );
  if (CoinPopup) return <CoinPopup label={label} className={look} trigger={content} />;
  return (
    <button type="button" aria-haspopup="dialog" aria-label={label} className={look} onClick={open}>
      {content}
    </button>
  );
}

/**
 * The signed-in person's part of the header: coins, notifications, cart and account. On very small phones it is in the
 * menu.
 */
export function HeaderPersonal({ me, className }: Props) {
  const t = useTranslations('nav');
  useRedirectToPreview();
  return (
    <>
      <CoinBalance me={me} className={className} />
      <Bell unread={me.unread} className={className} />
      <Link href="/cart" aria-label={t('cart')} className={className}>
        <ShoppingCart aria-hidden className="size-5" />
      </Link>
      <Link href="/profile" prefetch={false} aria-label={t('account')} className={`${className} max-[340px]:hidden`}>
        <Picture src={me.avatarUrl} alt="" width={28} height={28} className="size-7 rounded-full object-cover" />
      </Link>
    </>
  );
}
