'use client';

import { useEffect } from 'react';
import { refreshOwned } from '@/components/account/me/refresh';
import { clearPaid } from '@/components/checkout/cart/cart-storage';

/** After a purchase: removes the product from the cart and reloads the person. */
export function AfterPurchase() {
  useEffect(() => {
    clearPaid(location.search);
    void refreshOwned();
  }, []);
  return null;
}
