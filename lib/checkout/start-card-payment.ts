import 'server-only';
import { fail, type Result, succeed } from '@/lib/action/result';
import { followDelivery } from '@/lib/payments/deliver';
import { minimumCardCents } from '@/lib/payments/stripe/sessions';
import type { Payment } from '@/lib/payments/types';
import { type Buyer, closeOtherPages, openCardPage } from './card-page';
import { createPayment } from './create-payment';
import type { Refusal } from './refusals';
import type { PurchaseInput } from './schema';
import { quotePurchase, resolveSelection, type SelectionIds } from './server';
import type { Basket } from './types';

/** Where to send the buyer: the provider's page, or straight to the end when there is nothing to pay. */
export type Started = { id: string; url: string };

const toBasket = ({ producto, edicion, bundle, cupon }: PurchaseInput): Basket => ({
  selection: producto ? { producto, edicion, bundle: null } : { producto: null, edicion: null, bundle: bundle ?? '' },
  coupon: cupon,
});

/** The page at the end of a claim that cost nothing (SPEC §2 Success: `gratuito`). */
export const freePath = (payment: Payment): string =>
  `/success?${new URLSearchParams({ gratuito: '1', pedido: payment.orderIds[0] ?? '' })}`;

async function payOnce(
  buyer: Buyer,
  basket: Basket,
  ids: SelectionIds,
  input: PurchaseInput,
): Promise<Result<Started, Refusal>> {
  const created = await createPayment(ids, input, 'tarjeta');
  if (!created.ok) return created;
  const payment = created.value;
  if (payment.provider === 'gratis') {
    await followDelivery(payment);
    return payment.state === 'entregado' ? succeed({ id: payment.id, url: freePath(payment) }) : fail('caducado');
  }
  if (payment.state !== 'creado') return fail(payment.state === 'entregado' ? 'ya_lo_tienes' : 'caducado');
  const paidElsewhere = await closeOtherPages(payment, buyer, ids);
  if (paidElsewhere && !payment.isRecharge) return fail('ya_lo_tienes');
  const page = await openCardPage(payment, buyer, basket);
  if (page === 'paid') return fail('ya_lo_tienes');
  return page === 'closed' ? fail('caducado') : succeed(page);
}

/**
 * Starts a card payment (SPEC §7 create-checkout-session): quotes, writes the payment down, opens the provider's page.
 * Nothing is charged here, and every step may be repeated: the same purchase goes on where it was left.
 *
 * @returns the page to send the buyer to, or why the purchase is refused
 * @throws a Stripe error when the provider does not answer
 */
export async function startCardPayment(buyer: Buyer, input: PurchaseInput): Promise<Result<Started, Refusal>> {
  const basket = toBasket(input);
  const ids = await resolveSelection(basket.selection);
  if (!ids) return fail('no_existe');
  const quote = await quotePurchase(basket, 'tarjeta');
  if (!quote.ok) return quote;
  if (quote.value.totalCents > 0 && quote.value.totalCents < minimumCardCents) return fail('importe_minimo');
  const started = await payOnce(buyer, basket, ids, input);
  if (started.ok || started.error !== 'caducado') return started;
  // What was left behind has ended meanwhile and is closed now: begin anew.
  return payOnce(buyer, basket, ids, { ...input, intento: crypto.randomUUID() });
}

/** Claims what costs this person nothing: one click, one order (SPEC §4: a free total skips payment). */
export async function claimFree(input: PurchaseInput): Promise<Result<Payment, Refusal>> {
  const ids = await resolveSelection(toBasket(input).selection);
  if (!ids) return fail('no_existe');
  const created = await createPayment(ids, input, 'gratis');
  if (created.ok) await followDelivery(created.value);
  return created;
}
