'use client';

import { useEffect, useState } from 'react';
import { readCart } from '@/components/checkout/cart/cart-storage';
import { ButtonLink } from '@/components/ui/button-link';
import { basketPath } from '@/lib/checkout';
import type { Basket } from '@/lib/checkout/types';

/** After a recharge: link back to a non-empty cart. */
export function BackToCart({ person, label }: { person: string; label: string }) {
  const [basket, setBasket] = useState<Basket | null>(null);
  useEffect(() => setBasket(readCart(person)), [person]);
  if (!basket) return null;
  return (
    <ButtonLink href={basketPath('/cart', basket)} variant="buy">
      {label}
    </ButtonLink>
  );
}
