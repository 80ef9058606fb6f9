'use client';

import { useEffect } from 'react';
import { refreshMe } from '@/components/account/use-me';
import { clearCart } from '@/components/checkout/cart/cart-storage';

/** After a purchase: the cart is empty, and the account owns something more. */
export function Settle() {
  useEffect(() => {
    clearCart();
    void refreshMe();
  }, []);
  return null;
}
