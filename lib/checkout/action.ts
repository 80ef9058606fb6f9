'use server';

import { refresh } from 'next/cache';
import { defineAction } from '@/lib/account/define-action';
import { getLeastNames } from '@/lib/account/names/least-names';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { isClosed } from '@/lib/status/switches';
import { inWords, refusalOfFields } from './answer';
import { releaseHolds } from './close-pages';
import { claimFree, payInCoins } from './pay-at-once';
import { couponInput, leaveInput, purchaseInput } from './schema';
import { lastMinecraftName, quotePurchase, resolveBasket } from './server';
import { isPageStale } from './stale-page';
import { endPath, toBasket } from './start-payment';

const toInput = (input: unknown) => input;

/** Revalidates the page of a purchase if it is out of date. */
function withFreshPage<Paid extends Result<unknown>>(paid: Paid): Paid {
  if (!paid.ok && isPageStale(paid.error)) refresh();
  return paid;
}

/** Claims a purchase with a total of zero. Returns the page to go to, or the refusal as a sentence. */
export const claimPurchase = defineAction('claimPurchase', {
  who: 'signedIn',
  input: purchaseInput,
  toInput,
  invalid: refusalOfFields,
  limit: 'checkout',
  run: async (purchase) => {
    const claimed = withFreshPage(await claimFree(purchase));
    return claimed.ok ? succeed(endPath(claimed.value)) : claimed;
  },
  words: inWords('gratis_fallido'),
});

/** The Minecraft name that the signed-in person entered last, empty if none, and the minimum length for a purchase. */
export const readPlayerName = defineAction('readPlayerName', {
  who: 'signedIn',
  run: async () => {
    const [name, least] = await Promise.all([lastMinecraftName(), getLeastNames()]);
    return succeed({ name, least: least.purchase });
  },
});

/** Pays a purchase with UnCoins. Returns the page to go to, or the refusal as a sentence. */
export const payWithCoins = defineAction('payWithCoins', {
  who: 'signedIn',
  input: purchaseInput,
  toInput,
  invalid: refusalOfFields,
  limit: 'checkout',
  run: async (purchase, me) => {
    if (me.role !== 'admin' && (await isClosed())) return fail('closed');
    const paid = withFreshPage(await payInCoins(purchase));
    return paid.ok ? succeed(endPath(paid.value)) : paid;
  },
  words: inWords('uncoins_fallido'),
});

/** Releases the holds of a purchase (last unit, coupon) after its buyer cancelled at the provider. */
export const leavePurchase = defineAction('leavePurchase', {
  who: 'signedIn',
  input: leaveInput,
  toInput,
  limit: 'verify',
  run: async (left, me) => {
    const resolved = await resolveBasket(toBasket({ ...left, cupon: null }));
    if (!resolved.ok) return resolved;
    return succeed(await releaseHolds(me.id, resolved.value));
  },
});

/**
 * Checks a coupon for a product and returns the new total in cents; `empty` without a code (docs/behaviour/checkout.md,
 * "Coupon").
 */
export const applyCoupon = defineAction('applyCoupon', {
  who: 'signedIn',
  input: couponInput,
  toInput,
  invalid: ({ codigo }) => (codigo === 'empty' ? 'empty' : 'invalid'),
  limit: 'coupon',
  run: async ({ producto, edicion, destinatario, codigo }) => {
    const selection = { producto, edicion, bundle: null };
    const quote = await quotePurchase({ selection, coupon: codigo, recipient: destinatario }, 'tarjeta');
    if (quote.ok) return succeed(quote.value.totalCents);
    if (quote.error === 'demasiados_intentos') return fail('tooMany');
    return fail(quote.error === 'cupon_no_valido' ? 'invalid' : 'failed');
  },
});
