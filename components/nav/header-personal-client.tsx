'use client';

import { Coins, ShoppingCart } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { Me } from '@/lib/account/types';

type Props = { me: Me; className: string };

/** What the header shows a signed-in person: the coins and the cart. */
export function HeaderPersonal({ me, className }: Props) {
  const t = useTranslations('nav');
  return (
    <>
      <Link
        href="/profile"
        aria-label={t('balance', { amount: String(me.uncoins) })}
        className={`${className} hidden grid-flow-col gap-1.5 px-3 text-sm font-semibold sm:grid`}
      >
        <Coins aria-hidden className="size-5 text-club" /> {me.uncoins}
      </Link>
      <Link href="/cart" aria-label={t('cart')} className={className}>
        <ShoppingCart aria-hidden className="size-5" />
      </Link>
    </>
  );
}
