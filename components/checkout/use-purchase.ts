'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { personOfPage } from '@/components/account/me/page-person';
import { markPaying, paymentIn } from '@/components/checkout/cart/cart-storage';
import { codeOfBreak } from '@/components/ui/use-action';
import { useAttempt } from '@/components/ui/use-attempt';
import { useProblemText } from '@/components/ui/use-problem-text';
import { useWake } from '@/components/ui/use-wake';
import { claimPurchase, leavePurchase, payWithCoins } from '@/lib/checkout/action';
import { consentVersion } from '@/lib/checkout/consent';
import { anybody, type GiftWish } from '@/lib/checkout/gifts';
import { isPageStale } from '@/lib/checkout/stale-page';
import type { Basket } from '@/lib/checkout/types';
import { isPageMethod, type Method, type PageMethod, pageMethods } from '@/lib/payments/methods';
import { readOrigin } from './sale-origin';

/** Form data besides the basket: a Minecraft name, or the message and date of a gift. */
type Details = { minecraftName: string | null; wish: GiftWish | null; agreed: boolean };

/** Requests the provider's page. Returns its address and the provider's id of it, or the shop's refusal. */
async function requestPage(
  method: PageMethod,
  purchase: object,
): Promise<{ id?: string; url?: string; error?: string; message?: string }> {
  const { path, body, url } = pageMethods[method].start;
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...purchase, ...body }),
  });
  const answer: Record<string, string> = await response.json();
  return { id: answer.id, url: answer[url], error: answer.error, message: answer.message };
}

/** The end page of each purchase, by the basket of its page: the back button shows the same page again. */
const ends = new WeakMap<Basket, string>();

/** The reason why a purchase did not start. `isSignedOut`: the session has ended. */
type Problem = { text: string; isSignedOut: boolean };

/**
 * Buys a basket: requests the provider's page, pays in coins, or claims a free product, then navigates. The form keeps
 * its input, and another press continues the same purchase. Some refusals refresh the page (`isPageStale`). A
 * cancelled payment releases limited stock. Going back from the end page of a purchase opens it again.
 *
 * @param total the total that the page shows, in cents or coins
 */
export function usePurchase(basket: Basket, method: Method, total: number, isCancelled: boolean) {
  const { selection, coupon, recipient } = basket;
  const t = useTranslations('checkout');
  const problems = useTranslations('problems');
  const text = useProblemText('checkout');
  const router = useRouter();
  const attempt = useAttempt();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  useWake(() => setPending(false));

  const released = useRef<Promise<unknown>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the basket of this page
  useEffect(() => {
    const end = ends.get(basket);
    if (end) router.replace(end);
    else if (isCancelled)
      released.current = leavePurchase({ ...selection, destinatario: recipient }).catch(() => undefined);
  }, []);

  async function buy({ minecraftName, wish, agreed }: Details) {
    const said = wish && {
      mensaje: wish.message,
      fechaEntrega: wish.day || null,
      correoRegalo: recipient === anybody ? wish.email.trim() : null,
    };
    const body = {
      ...selection,
      cupon: coupon,
      procedencia: readOrigin(selection.producto),
      destinatario: recipient,
      minecraftName,
      ...said,
      consentimiento: agreed ? consentVersion : null,
      persona: personOfPage(),
      total,
      intento: attempt.key(),
    };
    setPending(true);
    setProblem(null);
    try {
      await released.current;
      if (isPageMethod(method)) {
        const { id, url, error, message } = await requestPage(method, body);
        if (url) {
          markPaying(selection, recipient, id ?? null);
          return window.location.assign(url);
        }
        setProblem({ text: message ?? t('error'), isSignedOut: error === 'sin_sesion' });
        if (isPageStale(error)) router.refresh();
      } else {
        const outcome = await (method === 'gratis' ? claimPurchase(body) : payWithCoins(body));
        if (outcome.ok) {
          markPaying(selection, recipient, paymentIn(new URL(outcome.value, location.href).search));
          ends.set(basket, outcome.value);
          return router.push(outcome.value);
        }
        setProblem({ text: outcome.error, isSignedOut: false });
      }
      attempt.renew();
    } catch (error) {
      const code = await codeOfBreak(error);
      // The shop takes coins itself; a charge at a provider begins on its page only.
      const lost = method === 'uncoins' ? problems('undecided') : t('offline');
      const shown = code === 'failed' ? lost : text(code);
      setProblem(shown ? { text: shown, isSignedOut: code === 'notSignedIn' } : null);
    }
    setPending(false);
  }

  return { buy, pending, problem };
}
