'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';
import { basketPath } from '@/lib/checkout';
import { type CartItem, clearCart, readCart, writeCart } from './cart-storage';

/** Stores the selection of the address in the browser for the next visit. */
export function RememberCart({ item }: { item: Omit<CartItem, 'id'> }) {
  useEffect(() => writeCart(item), [item]);
  return null;
}

/** Empties the stored cart, because its item can no longer be bought. */
export function ForgetCart() {
  useEffect(clearCart, []);
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
