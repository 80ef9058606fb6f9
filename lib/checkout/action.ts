'use server';

import { defineAction } from '@/lib/account/define-action';
import { fail, succeed } from '@/lib/core/action/result';
import { isClosed } from '@/lib/status/switches';
import { inWords } from './answer';
import { letGo } from './close-pages';
import { claimFree, payInCoins } from './pay-at-once';
import { claimInput, couponInput, leaveInput } from './schema';
import { quotePurchase, resolveBasket } from './server';
import { freePath, toBasket } from './start-payment';

const from = (input: unknown) => input;

/** Claims a purchase whose total is zero. Answers the page to go to, or a sentence that says why not. */
export const claimPurchase = defineAction('claimPurchase', {
  who: 'signedIn',
  input: claimInput,
  from,
  limit: 'checkout',
  run: async (purchase) => {
    const claimed = await claimFree(purchase);
    return claimed.ok ? succeed(freePath(claimed.value)) : claimed;
  },
  words: inWords('gratis_fallido'),
});

/** Pays a purchase with the balance of UnCoins. Answers the page to go to, or a sentence that says why not. */
export const payWithCoins = defineAction('payWithCoins', {
  who: 'signedIn',
  input: claimInput,
  from,
  limit: 'checkout',
  run: async (purchase, me) => {
    if (me.role !== 'admin' && (await isClosed())) return fail('closed');
    const paid = await payInCoins(purchase);
    if (!paid.ok) return paid;
    return succeed(`/success?${new URLSearchParams({ metodo: 'uncoins', pago: paid.value.id })}`);
  },
  words: inWords('uncoins_fallido'),
});

/** Lets go of what a purchase holds whose buyer has turned back at the provider: the next one may have it. */
export const leavePurchase = defineAction('leavePurchase', {
  who: 'signedIn',
  input: leaveInput,
  from,
  limit: 'verify',
  run: async (left, me) => {
    const resolved = await resolveBasket(toBasket({ ...left, cupon: null }));
    if (!resolved.ok) return resolved;
    return succeed(await letGo(me.id, resolved.value));
  },
});

/** Looks a coupon up for a product (SPEC §5): answers the new total in cents; `empty` when there is no code. */
export const applyCoupon = defineAction('applyCoupon', {
  who: 'signedIn',
  input: couponInput,
  from,
  invalid: ({ codigo }) => (codigo === 'empty' ? 'empty' : 'invalid'),
  limit: 'coupon',
  run: async ({ producto, edicion, codigo }) => {
    const selection = { producto, edicion, bundle: null };
    const quote = await quotePurchase({ selection, coupon: codigo, recipient: null }, 'tarjeta');
    if (quote.ok) return succeed(quote.value.totalCents);
    if (quote.error === 'demasiados_intentos') return fail('tooMany');
    return fail(quote.error === 'cupon_no_valido' ? 'invalid' : 'failed');
  },
});
