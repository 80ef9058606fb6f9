import { useEffect, useRef, useState } from 'react';
import { goodsOf } from '@/lib/checkout';
import type { GiftForm, GiftWish } from '@/lib/checkout/gifts';
import type { Basket } from '@/lib/checkout/types';
import { keepWish, readWish } from './wish-storage';

/**
 * Message and date of a gift as typed. The tab stores them on the way to the cart and back, during a reload and a
 * change of language; otherwise the form starts with the shop's data.
 */
export function useGiftWish(basket: Basket, gift: GiftForm | null) {
  const goods = goodsOf(basket);
  const [wish, setWish] = useState<GiftWish>(gift?.wish ?? { message: '', day: '', email: '' });
  // Two fields may change before the next render.
  const last = useRef(wish);
  const show = (next: GiftWish) => {
    last.current = next;
    setWish(next);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the initial gift of the form
  useEffect(() => {
    const kept = gift && readWish(goods, gift);
    if (kept) show(kept);
  }, []);

  const change = (part: Partial<GiftWish>) => {
    show({ ...last.current, ...part });
    if (gift) keepWish(goods, { ...last.current, giver: gift.giver });
  };
  return [wish, change] as const;
}
