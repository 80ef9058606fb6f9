import { useEffect, useRef, useState } from 'react';
import type { GiftForm, GiftWish } from '@/lib/checkout/gifts';
import { keepWish, readWish } from './wish-storage';

/**
 * The words and the day of a gift as they are typed. The tab keeps them on the way to the cart and back, through a reload
 * and another language; without them the form begins with what the shop knows.
 *
 * @param recipient the username of who gets the gift
 */
export function useGiftWish(recipient: string | null, gift: GiftForm | null) {
  const [wish, setWish] = useState<GiftWish>(gift?.wish ?? { message: '', day: '' });
  // Two fields may change before the form is rendered again.
  const last = useRef(wish);
  const show = (next: GiftWish) => {
    last.current = next;
    setWish(next);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the gift that the form was opened for
  useEffect(() => {
    const kept = recipient && gift && readWish(recipient, gift);
    if (kept) show(kept);
  }, []);

  const change = (part: Partial<GiftWish>) => {
    show({ ...last.current, ...part });
    if (recipient) keepWish(recipient, last.current);
  };
  return [wish, change] as const;
}
