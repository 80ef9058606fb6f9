import { z } from 'zod';
import type { Context } from '../context.ts';
import { json, type Reply } from '../http/reply.ts';
import type { Request, Route } from '../http/router.ts';
import { paypalId } from '../ids.ts';
import { toCents, toDecimal } from '../money.ts';
import type { Stored } from '../store/store.ts';
import { isoNow, paypalRoute, wantsRepresentation } from './api.ts';
import { notFound, unprocessable } from './errors.ts';
import { emit } from './events.ts';
import {
  type CaptureBody,
  captureInOrder,
  type OrderBody,
  orderLinks,
  orderView,
  requireOrder,
  type StoredOrder,
} from './orders.ts';

/** `disputed`: an open case holds the money. `holdsRefunds`: refunds stay pending. */
type CaptureHidden = { refunded: number; disputed?: boolean; holdsRefunds?: boolean };
export type StoredCapture = Stored<CaptureBody, CaptureHidden>;

const FEE_RATE = 0.029;
const FEE_FIXED = 35;

/** PayPal's fee for a payment, in cents. */
export function feeOf(gross: number): number {
  return Math.min(gross, Math.round(gross * FEE_RATE) + FEE_FIXED);
}

export function requireCapture(context: Context, id: string): StoredCapture {
  const capture = context.store.get<CaptureBody, CaptureHidden>('capture', id);
  if (!capture) throw notFound('capture_id', id);
  return capture;
}

/** Sets the status of a capture from its remaining amount. Money held by a case looks like a partial refund. */
export function saveCapture(context: Context, capture: StoredCapture): void {
  const { refunded, disputed } = capture.hidden;
  const isWhole = refunded === toCents(capture.body.amount.value);
  const status = isWhole ? 'REFUNDED' : refunded > 0 || disputed ? 'PARTIALLY_REFUNDED' : 'COMPLETED';
  capture.body = { ...capture.body, status, update_time: isoNow() };
  context.store.save(capture);
}

function checkInvoiceId(context: Context, invoiceId: string | undefined): void {
  if (invoiceId && context.store.find('capture', { invoice_id: invoiceId }).length > 0) {
    throw unprocessable(
      'DUPLICATE_INVOICE_ID',
      'Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.',
    );
  }
}

function createCapture(context: Context, order: StoredOrder, unit: OrderBody['purchase_units'][number]): CaptureBody {
  const { currency_code, value } = unit.amount;
  const id = paypalId();
  const gross = toCents(value);
  const amount = { currency_code, value: toDecimal(gross) };
  const pending = order.hidden.funding === 'pending';
  const self = `${context.url}/v2/payments/captures/${id}`;
  const time = isoNow();
  checkInvoiceId(context, unit.invoice_id);
  const capture: CaptureBody = {
    id,
    status: pending ? 'PENDING' : 'COMPLETED',
    ...(pending ? { status_details: { reason: 'PENDING_REVIEW' } } : {}),
    amount,
    final_capture: true,
    seller_protection: { status: 'ELIGIBLE', dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'] },
    seller_receivable_breakdown: {
      gross_amount: amount,
      paypal_fee: { currency_code, value: toDecimal(feeOf(gross)) },
      net_amount: { currency_code, value: toDecimal(gross - feeOf(gross)) },
    },
    ...(unit.invoice_id ? { invoice_id: unit.invoice_id } : {}),
    ...(unit.custom_id ? { custom_id: unit.custom_id } : {}),
    supplementary_data: { related_ids: { order_id: order.id } },
    payee: unit.payee,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/refund`, rel: 'refund', method: 'POST' },
      { href: `${context.url}/v2/checkout/orders/${order.id}`, rel: 'up', method: 'GET' },
    ],
    create_time: time,
    update_time: time,
  };
  context.store.put('capture', capture, { root: order.root, hidden: { refunded: 0 } });
  return capture;
}

/** Captures an approved order. */
function captureOrder(context: Context, order: StoredOrder): StoredOrder {
  const { body, hidden } = order;
  if (body.status === 'COMPLETED') {
    throw unprocessable(
      'ORDER_ALREADY_CAPTURED',
      "Order already captured. If 'intent=CAPTURE' only one capture per order is allowed.",
    );
  }
  if (body.status !== 'APPROVED') {
    throw unprocessable(
      'ORDER_NOT_APPROVED',
      "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid payment_source in the request.",
    );
  }
  if (hidden.funding === 'declined') {
    throw unprocessable(
      'INSTRUMENT_DECLINED',
      "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
    );
  }
  const captures = body.purchase_units.map((unit) => createCapture(context, order, unit));
  order.body = {
    ...body,
    status: 'COMPLETED',
    purchase_units: body.purchase_units.map((unit, index) => ({
      ...unit,
      payments: { captures: [captures[index]?.id ?? ''] },
    })),
    update_time: isoNow(),
  };
  context.store.save(order);
  for (const capture of captures)
    emit(
      context,
      capture.status === 'PENDING' ? 'PAYMENT.CAPTURE.PENDING' : 'PAYMENT.CAPTURE.COMPLETED',
      order.root,
      capture,
    );
  return order;
}

function captureReply(request: Request): Reply {
  const { context, params } = request;
  const order = captureOrder(context, requireOrder(context, params.id ?? ''));
  if (wantsRepresentation(request)) return json(201, orderView(context, order));
  const units = order.body.purchase_units.map((unit) => {
    const captures = unit.payments?.captures.map((id) => captureInOrder(requireCapture(context, id).body)) ?? [];
    return { reference_id: unit.reference_id, payments: { captures } };
  });
  const { id, status, payment_source, payer } = order.body;
  return json(201, { id, status, payment_source, purchase_units: units, payer, links: orderLinks(context, order) });
}

/** Ends PayPal's review of a pending capture. */
export function settlePending(context: Context, capture: StoredCapture, outcome: 'completed' | 'denied'): CaptureBody {
  if (capture.body.status !== 'PENDING') throw unprocessable('CAPTURE_NOT_PENDING', 'The capture is not pending.');
  const { status_details: _reason, ...rest } = capture.body;
  capture.body = {
    ...rest,
    status: outcome === 'completed' ? 'COMPLETED' : 'DECLINED',
    update_time: isoNow(),
  } as CaptureBody;
  context.store.save(capture);
  emit(
    context,
    outcome === 'completed' ? 'PAYMENT.CAPTURE.COMPLETED' : 'PAYMENT.CAPTURE.DENIED',
    capture.root,
    capture.body,
  );
  return capture.body;
}

export const captureRoutes: Route[] = [
  paypalRoute('POST', '/v2/checkout/orders/:id/capture', z.unknown(), captureReply),
  paypalRoute('GET', '/v2/payments/captures/:id', z.unknown(), ({ context, params }) =>
    json(200, requireCapture(context, params.id ?? '').body),
  ),
];
