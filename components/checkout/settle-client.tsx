'use client';

import { useEffect } from 'react';
import { refreshMe } from '@/components/account/use-me';
import { clearPaid } from '@/components/checkout/cart/cart-storage';

/** After a purchase: takes it out of the cart and reloads the person. A pack of UnCoins never was in the stored cart. */
export function Settle({ isRecharge = false }: { isRecharge?: boolean }) {
  useEffect(() => {
    if (!isRecharge) clearPaid();
    void refreshMe();
  }, [isRecharge]);
  return null;
}
