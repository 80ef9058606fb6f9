import 'server-only';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { followDelivery } from '@/lib/payments/follow-event';
import { type PageMethod, pageMethods } from '@/lib/payments/methods';
import type { Payment } from '@/lib/payments/types';
import { closeOtherPages } from './close-pages';
import { createPayment } from './create-payment';
import { anybody } from './gifts';
import { openPage } from './open-page';
import type { Buyer } from './provider-page';
import { asRefusal, type Refusal } from './refusals';
import type { PurchaseInput } from './schema';
import { resolveBasket, type SelectionIds } from './server';
import type { Basket } from './types';

/** The buyer's next page: the provider's, or the result page if there is nothing to pay. */
export type Started = { id: string; url: string };

/** Converts purchase input to a basket. */
export const toBasket = ({
  producto,
  edicion,
  bundle,
  cupon,
  destinatario,
}: Pick<PurchaseInput, 'producto' | 'edicion' | 'bundle' | 'cupon' | 'destinatario'>): Basket => ({
  selection: producto ? { producto, edicion, bundle: null } : { producto: null, edicion: null, bundle: bundle ?? '' },
  coupon: cupon,
  recipient: destinatario,
});

/** The result page of a payment without a provider's page; it reads `pago` only. */
export const endPath = ({ id, provider }: Pick<Payment, 'id' | 'provider'>): string =>
  `/success?${new URLSearchParams({ ...(provider === 'gratis' ? { gratuito: '1' } : { metodo: 'uncoins' }), pago: id })}`;

/**
 * The answer if the payment of this attempt was already made. Coins, and gifts for anybody, can be bought repeatedly, so
 * their buyer is led to the result page.
 */
function alreadyPaid(payment: Payment, input: PurchaseInput, method: PageMethod) {
  const { reference, isRecharge, isGift, orderIds } = payment;
  if (reference && (isRecharge || input.destinatario === anybody)) {
    return succeed({ id: reference, url: `${pageMethods[method].resultPath}${encodeURIComponent(reference)}` });
  }
  const isWaiting = isGift && input.fechaEntrega !== null && orderIds.length === 0;
  return fail<Refusal>(isWaiting ? 'regalo_en_espera' : asRefusal('ya_lo_tienes', isGift));
}

async function payOnce(
  buyer: Buyer,
  basket: Basket,
  ids: SelectionIds,
  input: PurchaseInput,
  method: PageMethod,
): Promise<Result<Started, Refusal>> {
  const created = await createPayment(ids, input, method);
  if (!created.ok) return created;
  const payment = created.value;
  if (payment.provider === 'gratis') {
    await followDelivery(payment);
    return payment.state === 'entregado' ? succeed({ id: payment.id, url: endPath(payment) }) : fail('caducado');
  }
  if (payment.state === 'entregado') return alreadyPaid(payment, input, method);
  if (payment.state !== 'creado') return fail('caducado');
  const elsewhere = await closeOtherPages(payment, buyer, ids);
  // Coins, and gifts for anybody, can be bought repeatedly.
  const isOnce = !payment.isRecharge && input.destinatario !== anybody;
  if (elsewhere === 'paid' && isOnce) return fail(asRefusal('ya_lo_tienes', payment.isGift));
  if (elsewhere === 'waits' && isOnce) return fail('regalo_en_espera');
  if (elsewhere === 'pending' && isOnce) return fail('pago_en_camino');
  const page = await openPage(method, payment, buyer, basket);
  if (page === 'paid') return alreadyPaid(payment, input, method);
  if (page === 'pending') return fail('pago_en_camino');
  return page === 'closed' ? fail('caducado') : succeed(page);
}

/**
 * Starts a payment: records it with its quote and opens the provider's page. Nothing is charged here. Idempotent: the
 * same purchase continues at the step where it stopped.
 *
 * @returns the page to send the buyer to, or the refusal
 * @throws the provider's error if it does not answer
 */
export async function startPayment(
  buyer: Buyer,
  input: PurchaseInput,
  method: PageMethod,
): Promise<Result<Started, Refusal>> {
  const basket = toBasket(input);
  const resolved = await resolveBasket(basket);
  if (!resolved.ok) return resolved;
  const ids = resolved.value;
  const started = await payOnce(buyer, basket, ids, input, method);
  if (started.ok || started.error !== 'caducado') return started;
  // The earlier payment of this page has expired and is closed, so start a new one.
  return payOnce(buyer, basket, ids, { ...input, intento: crypto.randomUUID() }, method);
}
