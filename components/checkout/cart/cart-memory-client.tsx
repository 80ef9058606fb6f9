'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { forgetLinkedCoupon } from '@/components/catalog/product/use-linked-coupon';
import { ButtonLink } from '@/components/ui/button-link';
import { Notice } from '@/components/ui/notice';
import { basketPath } from '@/lib/checkout';
import { type CartItem, forgetGoods, type Replaced, readCart, replaceCart } from './cart-storage';

/**
 * Stores the selection of the address in the browser for the next visit. If it replaces another one, a message says so
 * and offers to restore it.
 *
 * @param goods the selection (`goodsOf`)
 */
export function RememberCart({ goods, item }: { goods: string; item: Omit<CartItem, 'id'> }) {
  const t = useTranslations('cart.replaced');
  const [replaced, setReplaced] = useState<Replaced | null>(null);
  useEffect(() => {
    const before = replaceCart(item);
    if (before) setReplaced(before);
  }, [item]);
  if (!replaced) return null;
  return (
    <Notice tone="warn" className="flex flex-wrap items-center justify-between gap-3">
      <span>{t('text', { name: replaced.name })}</span>
      <ButtonLink href={basketPath('/cart', replaced.basket)} prefetch={false} onClick={() => forgetGoods(goods)}>
        {t('undo')}
      </ButtonLink>
    </Notice>
  );
}

/** Empties the stored cart if it contains these goods, because they can no longer be bought. */
export function ForgetCart({ goods }: { goods: string }) {
  useEffect(() => forgetGoods(goods), [goods]);
  return null;
}

/** Forgets the coupon of a link, because the shop refused it. */
export function ForgetLinkedCoupon({ slug }: { slug: string }) {
  useEffect(() => forgetLinkedCoupon(slug), [slug]);
  return null;
}

/** Restores the cart stored in this person's browser, or shows the empty cart. */
export function RestoreCart({ person, waiting, empty }: { person: string; waiting: ReactNode; empty: ReactNode }) {
  const router = useRouter();
  const [isEmpty, setEmpty] = useState(false);
  useEffect(() => {
    const basket = readCart(person);
    if (basket) router.replace(basketPath('/cart', basket));
    else setEmpty(true);
  }, [router, person]);
  return isEmpty ? empty : waiting;
}
