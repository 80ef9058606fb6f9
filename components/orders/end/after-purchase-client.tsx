'use client';

import { useEffect } from 'react';
import { refreshOwned } from '@/components/account/me/refresh';
import { clearPaid } from '@/components/checkout/cart/cart-storage';

/** After a purchase: takes it out of the cart, if it was there, and reloads the person. */
export function AfterPurchase() {
  useEffect(() => {
    clearPaid(location.search);
    void refreshOwned();
  }, []);
  return null;
}
