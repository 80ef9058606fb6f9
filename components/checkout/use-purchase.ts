'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { claimPurchase } from '@/lib/checkout/action';
import type { Basket } from '@/lib/checkout/types';

type Outcome = { url: string } | { message: string };

async function askForPage(body: object): Promise<Outcome> {
  const response = await fetch('/api/create-checkout-session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Outcome;
}

/**
 * Buys a basket: asks the server for the provider's page, or claims what is free, and goes there.
 * What was typed stays, whatever happens, and pressing again goes on with the same purchase.
 */
export function usePurchase({ selection, coupon }: Basket, isFree: boolean) {
  const t = useTranslations('checkout');
  const router = useRouter();
  const attempt = useRef<string | null>(null);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    // Coming back from the provider with the browser's arrow shows this page as it was left.
    const wake = (event: PageTransitionEvent) => event.persisted && setPending(false);
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, []);

  async function buy(minecraftName: string) {
    attempt.current ??= crypto.randomUUID();
    const body = { ...selection, cupon: coupon, minecraftName, intento: attempt.current };
    setPending(true);
    setProblem(null);
    try {
      if (isFree) {
        const claimed = await claimPurchase(body);
        if (claimed.ok) return router.push(claimed.value);
        setProblem(claimed.error);
      } else {
        const outcome = await askForPage({ ...body, metodoPago: 'tarjeta' });
        if ('url' in outcome) return window.location.assign(outcome.url);
        setProblem(outcome.message);
      }
      attempt.current = null;
    } catch {
      setProblem(t('offline'));
    }
    setPending(false);
  }

  return { buy, pending, problem };
}
