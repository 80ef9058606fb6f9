'use client';

import { Coins, ShoppingCart } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Bell } from '@/components/notifications/bell-client';
import { onDemand } from '@/components/ui/on-demand';
import type { Me } from '@/lib/account/types';

const CoinPopup = onDemand(() => import('@/components/coins/coin-popup-client').then((module) => module.CoinPopup));

type Props = { me: Me; className: string };

function CoinBalance({ me, className }: Props) {
  const t = useTranslations('nav');
  const [wanted, setWanted] = useState(false);
  const label = t('balance', { amount: String(me.uncoins) });
  const look = `${className} hidden grid-flow-col gap-1.5 px-3 text-sm font-semibold sm:grid`;
  const content = (
    <>
      <Coins aria-hidden className="size-5 text-club" /> {me.uncoins}
    </>
  );
  if (wanted) return <CoinPopup label={label} className={look} trigger={content} />;
  return (
    <button type="button" aria-haspopup="dialog" aria-label={label} className={look} onClick={() => setWanted(true)}>
      {content}
    </button>
  );
}

/** The header's part for a signed-in person: coins, notifications and cart. */
export function HeaderPersonal({ me, className }: Props) {
  const t = useTranslations('nav');
  return (
    <>
      <Link
        href={me.club ? '/profile/club' : '/club'}
        className="hidden min-h-11 items-center rounded-control px-3 text-sm font-semibold text-club hover:bg-raised md:inline-flex"
      >
        {t(me.club ? 'manageClub' : 'joinClub')}
      </Link>
      <CoinBalance me={me} className={className} />
      <Bell unread={me.unread} className={className} />
      <Link href="/cart" aria-label={t('cart')} className={className}>
        <ShoppingCart aria-hidden className="size-5" />
      </Link>
    </>
  );
}
