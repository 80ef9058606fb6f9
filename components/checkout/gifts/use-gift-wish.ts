import { useEffect, useRef, useState } from 'react';
import type { GiftForm, GiftWish } from '@/lib/checkout/gifts';
import { keepWish, readWish } from './wish-storage';

/**
 * Message and date of a gift as typed. The tab stores them on the way to the cart and back, during a reload and a
 * change of language; otherwise the form starts with the shop's data.
 *
 * @param recipient username of the recipient
 */
export function useGiftWish(recipient: string | null, gift: GiftForm | null) {
  const [wish, setWish] = useState<GiftWish>(gift?.wish ?? { message: '', day: '', email: '' });
  // Two fields may change before the next render.
  const last = useRef(wish);
  const show = (next: GiftWish) => {
    last.current = next;
    setWish(next);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the initial gift of the form
  useEffect(() => {
    const kept = recipient && gift && readWish(recipient, gift);
    if (kept) show(kept);
  }, []);

  const change = (part: Partial<GiftWish>) => {
    show({ ...last.current, ...part });
    if (recipient && gift) keepWish(recipient, { ...last.current, giver: gift.giver });
  };
  return [wish, change] as const;
}
