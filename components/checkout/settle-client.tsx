'use client';

import { useEffect } from 'react';
import { refreshMe } from '@/components/account/use-me';
import { clearCart } from '@/components/checkout/cart/cart-storage';

/** After a purchase: empties the cart and reloads the person. */
export function Settle() {
  useEffect(() => {
    clearCart();
    void refreshMe();
  }, []);
  return null;
}
