'use server';

import { getMe } from '@/lib/account/server';
import { parseInput } from '@/lib/core/action/form';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { requestLocale } from '@/lib/core/i18n/server';
import { takeAttempt } from '@/lib/core/limits';
import { log } from '@/lib/core/log';
import { isClosed } from '@/lib/status/switches';
import { refusalMessage } from './answer';
import { letGo } from './close-pages';
import { claimFree, payInCoins } from './pay-at-once';
import { claimInput, couponInput, leaveInput } from './schema';
import { quotePurchase, resolveBasket } from './server';
import { freePath, toBasket } from './start-payment';

/** Claims a purchase whose total is zero. Returns the page to go to, or a sentence with the reason why not. */
export async function claimPurchase(input: unknown): Promise<Result<string>> {
  const locale = await requestLocale();
  const me = await getMe();
  if (!me) return fail(await refusalMessage('sin_sesion', locale));
  if ((await takeAttempt('checkout', me.id)) > 0) return fail(await refusalMessage('demasiados_intentos', locale));
  const parsed = parseInput(claimInput, input);
  if (!parsed.ok) return fail(await refusalMessage('nombre_minecraft_no_valido', locale));
  try {
    const claimed = await claimFree(parsed.value);
    return claimed.ok ? succeed(freePath(claimed.value)) : fail(await refusalMessage(claimed.error, locale));
  } catch (error) {
    log.error({ user: me.id, error: (error as Error).message }, 'a free claim failed');
    return fail(await refusalMessage('gratis_fallido', locale));
  }
}

/** Pays a purchase with the balance of UnCoins. Returns the page to go to, or a sentence with the reason why not. */
export async function payWithCoins(input: unknown): Promise<Result<string>> {
  const locale = await requestLocale();
  const me = await getMe();
  if (!me) return fail(await refusalMessage('sin_sesion', locale));
  if (me.role !== 'admin' && (await isClosed())) return fail(await refusalMessage('mantenimiento', locale));
  if ((await takeAttempt('checkout', me.id)) > 0) return fail(await refusalMessage('demasiados_intentos', locale));
  const parsed = parseInput(claimInput, input);
  if (!parsed.ok) return fail(await refusalMessage('nombre_minecraft_no_valido', locale));
  try {
    const paid = await payInCoins(parsed.value);
    if (paid.ok) return succeed(`/success?${new URLSearchParams({ metodo: 'uncoins', pago: paid.value.id })}`);
    return fail(await refusalMessage(paid.error, locale, paid.details));
  } catch (error) {
    log.error({ user: me.id, error: (error as Error).message }, 'a payment in coins failed');
    return fail(await refusalMessage('uncoins_fallido', locale));
  }
}

/**
 * Releases what a purchase holds (the last unit, a coupon) after its buyer turned back at the provider, so that others
 * can have it.
 */
export async function leavePurchase(input: unknown): Promise<Result<null, 'failed'>> {
  const me = await getMe();
  const parsed = parseInput(leaveInput, input);
  if (!me || !parsed.ok || (await takeAttempt('verify', me.id)) > 0) return fail('failed');
  try {
    const resolved = await resolveBasket(toBasket({ ...parsed.value, cupon: null }));
    if (!resolved.ok) return fail('failed');
    await letGo(me.id, resolved.value);
    return succeed(null);
  } catch (error) {
    log.error({ user: me.id, error: (error as Error).message }, 'a purchase that was left still holds its goods');
    return fail('failed');
  }
}

/**
 * Checks a coupon for a product: returns the new total in cents, or `empty`, `invalid`, `limited`, `failed`
 * (docs/behaviour/checkout.md, "Coupon").
 */
export async function applyCoupon(input: unknown): Promise<Result<number, 'empty' | 'invalid' | 'limited' | 'failed'>> {
  const me = await getMe();
  if (!me) return fail('failed');
  const parsed = parseInput(couponInput, input);
  if (!parsed.ok) return fail(parsed.fieldErrors?.codigo === 'empty' ? 'empty' : 'invalid');
  if ((await takeAttempt('coupon', me.id)) > 0) return fail('limited');
  const { producto, edicion, codigo } = parsed.value;
  const quote = await quotePurchase(
    { selection: { producto, edicion, bundle: null }, coupon: codigo, recipient: null },
    'tarjeta',
  );
  if (quote.ok) return succeed(quote.value.totalCents);
  if (quote.error === 'demasiados_intentos') return fail('limited');
  return fail(quote.error === 'cupon_no_valido' ? 'invalid' : 'failed');
}
