import { z } from 'zod';
import type { Context } from '../context.ts';
import { json } from '../http/reply.ts';
import type { Request, Route } from '../http/router.ts';
import { MERCHANT, paypalAccountId, paypalId } from '../ids.ts';
import type { Stored } from '../store/store.ts';
import { isoNow, paypalRoute, wantsRepresentation } from './api.ts';
import { invalidRequest, notFound, unprocessable } from './errors.ts';
import { emit } from './events.ts';
import {
  checkUnit,
  type Experience,
  type Money,
  type OrderInput,
  orderSchema,
  type PurchaseUnit,
} from './order-params.ts';

export type CaptureBody = {
  id: string;
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED';
  status_details?: { reason: string };
  amount: Money;
  final_capture: boolean;
  create_time: string;
  update_time: string;
  [key: string]: unknown;
};

type Payer = {
  name: { given_name: string; surname: string };
  email_address: string;
  payer_id: string;
  address: { country_code: string };
};

export type OrderBody = {
  id: string;
  intent: 'CAPTURE';
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';
  purchase_units: (PurchaseUnit & { payee: object; payments?: { captures: string[] } })[];
  payment_source?: { paypal: Record<string, unknown> };
  payer?: Payer;
  create_time: string;
  update_time: string;
};

export type Funding = 'balance' | 'declined' | 'pending';
type OrderHidden = { experience: Experience; funding: Funding; expired: boolean; viaPaymentSource: boolean };
export type StoredOrder = Stored<OrderBody, OrderHidden>;

export function orderLinks(context: Context, order: StoredOrder) {
  const self = `${context.url}/v2/checkout/orders/${order.id}`;
  const page = `${context.url}/checkoutnow?token=${order.id}`;
  const links = [{ href: self, rel: 'self', method: 'GET' }];
  if (['CREATED', 'PAYER_ACTION_REQUIRED', 'APPROVED'].includes(order.body.status)) {
    links.push({ href: page, rel: order.hidden.viaPaymentSource ? 'payer-action' : 'approve', method: 'GET' });
    links.push({ href: `${self}/capture`, rel: 'capture', method: 'POST' });
  }
  return links;
}

/** A capture inside an order, without the fields that only its own resource has. */
export function captureInOrder(capture: CaptureBody): object {
  const { supplementary_data: _related, payee: _payee, ...shown } = capture;
  return shown;
}

export function orderView(context: Context, order: StoredOrder): object {
  const units = order.body.purchase_units.map(({ payments, ...unit }) => {
    const captures = (payments?.captures ?? [])
      .map((id) => context.store.get<CaptureBody>('capture', id)?.body)
      .filter((found) => found !== undefined);
    const refunds = context.store
      .family(order.root)
      .filter(({ kind }) => kind === 'paypal_refund')
      .map(({ body }) => body);
    if (captures.length === 0) return unit;
    return {
      ...unit,
      payments: { captures: captures.map(captureInOrder), ...(refunds.length > 0 ? { refunds } : {}) },
    };
  });
  return { ...order.body, purchase_units: units, links: orderLinks(context, order) };
}

function createOrder(request: Request, input: OrderInput): StoredOrder {
  const { context } = request;
  const viaPaymentSource = input.payment_source !== undefined;
  if (viaPaymentSource && !request.headers['paypal-request-id']) {
    throw invalidRequest({
      issue: 'PAYPAL_REQUEST_ID_REQUIRED',
      description:
        "A PayPal-Request-Id is required if you are trying to process payment for an Order. Please specify a PayPal-Request-Id or Create the Order without a 'payment_source' specified.",
    });
  }
  if (input.intent !== 'CAPTURE') {
    throw unprocessable('PERMISSION_NOT_GRANTED', 'This account is set up for intent CAPTURE only.', {
      field: '/intent',
      value: input.intent,
      location: 'body',
    });
  }
  const references = input.purchase_units.map((unit) => unit.reference_id);
  if (new Set(references).size < references.length) {
    throw unprocessable(
      'DUPLICATE_REFERENCE_ID',
      'If multiple purchase units are provided, reference_id must be unique.',
      { field: '/purchase_units/reference_id', location: 'body' },
    );
  }
  input.purchase_units.forEach(checkUnit);
  const experience = input.payment_source?.paypal.experience_context ?? input.application_context ?? {};
  const id = paypalId();
  const time = isoNow();
  const body: OrderBody = {
    id,
    intent: 'CAPTURE',
    status: viaPaymentSource ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    ...(viaPaymentSource ? { payment_source: { paypal: {} } } : {}),
    purchase_units: input.purchase_units.map((unit) => ({
      ...unit,
      payee: { email_address: MERCHANT.email, merchant_id: MERCHANT.id },
    })),
    create_time: time,
    update_time: time,
  };
  const hidden: OrderHidden = { experience, funding: 'balance', expired: false, viaPaymentSource };
  context.store.put('order', body, { root: id, hidden });
  return requireOrder(context, id);
}

export function findOrder(context: Context, id: string): StoredOrder | undefined {
  const order = context.store.get<OrderBody, OrderHidden>('order', id);
  return order?.hidden.expired ? undefined : order;
}

/** Finds an order. As at PayPal, an order that expired without approval does not exist. */
export function requireOrder(context: Context, id: string): StoredOrder {
  const order = findOrder(context, id);
  if (!order) throw notFound('order_id', id);
  return order;
}

/** Approves an order on PayPal's page with a funding source, for the first time or after a decline. */
export function approveOrder(context: Context, order: StoredOrder, funding: Funding, email: string): StoredOrder {
  if (order.body.status === 'COMPLETED')
    throw unprocessable(
      'ORDER_ALREADY_CAPTURED',
      "Order already captured. If 'intent=CAPTURE' only one capture per order is allowed.",
    );
  const payer: Payer = order.body.payer ?? {
    name: { given_name: 'Lucía', surname: 'Compradora' },
    email_address: email,
    payer_id: paypalAccountId(),
    address: { country_code: 'ES' },
  };
  order.body = {
    ...order.body,
    status: 'APPROVED',
    payer,
    payment_source: {
      paypal: {
        email_address: payer.email_address,
        account_id: payer.payer_id,
        account_status: 'VERIFIED',
        name: payer.name,
        address: payer.address,
      },
    },
    update_time: isoNow(),
  };
  order.hidden = { ...order.hidden, funding };
  context.store.save(order);
  emit(context, 'CHECKOUT.ORDER.APPROVED', order.root, orderView(context, order));
  return order;
}

export const orderRoutes: Route[] = [
  paypalRoute('POST', '/v2/checkout/orders', orderSchema, (request, input) => {
    const order = createOrder(request, input);
    const view = orderView(request.context, order);
    if (wantsRepresentation(request)) return json(201, view);
    const { payment_source } = order.body;
    return json(201, {
      id: order.id,
      status: order.body.status,
      ...(payment_source ? { payment_source } : {}),
      links: orderLinks(request.context, order),
    });
  }),
  paypalRoute('GET', '/v2/checkout/orders/:id', z.unknown(), ({ context, params }) =>
    json(200, orderView(context, requireOrder(context, params.id ?? ''))),
  ),
];
