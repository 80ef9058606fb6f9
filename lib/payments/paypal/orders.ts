import 'server-only';
import { z } from 'zod';
import { cut } from '@/lib/core/cut';
import { log } from '@/lib/core/log';
import type { PageOrder } from '../provider';
import { requestKey } from '../request-key';
import { callPayPal, PayPalError } from './client';
import { payPalMoney, toPayPalValue } from './money';
import { payPalRefund } from './reversal-facts';

const capture = z.object({
  id: z.string(),
  status: z.string(),
  amount: payPalMoney,
  update_time: z.string().optional(),
});

const order = z.object({
  id: z.string(),
  status: z.string(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        amount: payPalMoney.optional(),
        payments: z
          .object({ captures: z.array(capture).optional(), refunds: z.array(payPalRefund).optional() })
          .optional(),
      }),
    )
    .optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
});

export type PayPalOrder = z.output<typeof order>;

/** `returnUrl`: the return address after approval. */
export type PayPalOrderInput = Pick<PageOrder, 'paymentId' | 'totalCents' | 'name' | 'locale' | 'cancelUrl'> & {
  returnUrl: string;
};

/** The approval page of an order; null if there is nothing left to approve. */
export const approvalUrl = ({ links }: PayPalOrder): string | null =>
  links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href ?? null;

/** Creates an order for a payment. The same input returns the same order: the idempotency key is a hash of it. */
export async function createPayPalOrder(input: PayPalOrderInput): Promise<PayPalOrder> {
  const body = {
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: input.paymentId,
        custom_id: input.paymentId,
        description: cut(input.name, 127),
        amount: { currency_code: 'EUR', value: toPayPalValue(input.totalCents) },
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          brand_name: 'UnStore',
          locale: input.locale === 'en' ? 'en-GB' : 'es-ES',
          shipping_preference: 'NO_SHIPPING',
          user_action: 'PAY_NOW',
          return_url: input.returnUrl,
          cancel_url: input.cancelUrl,
        },
      },
    },
  };
  const requestId = requestKey(`pago:${input.paymentId}`, body);
  return order.parse(await callPayPal({ method: 'POST', path: '/v2/checkout/orders', requestId, body }));
}

/** The current state of an order; null if PayPal does not know the id (any more). */
export async function findPayPalOrder(id: string): Promise<PayPalOrder | null> {
  try {
    return order.parse(await callPayPal({ method: 'GET', path: `/v2/checkout/orders/${encodeURIComponent(id)}` }));
  } catch (error) {
    if (error instanceof PayPalError && error.status === 404) return null;
    throw error;
  }
}

/**
 * Captures an approved order. An order that was captured before counts as a success.
 *
 * @param declines how many charges were declined before. PayPal repeats its answer for a known key, so each charge has
 *   its own; the first one has the key of the previous release
 * @returns the order with its capture; `declined` if PayPal refuses the charge for any reason
 * @throws PayPalError if the outcome is unknown
 */
export async function capturePayPalOrder(id: string, declines = 0): Promise<PayPalOrder | 'declined' | 'not_approved'> {
  try {
    const answer = await callPayPal({
      method: 'POST',
      path: `/v2/checkout/orders/${encodeURIComponent(id)}/capture`,
      requestId: declines === 0 ? `captura:${id}` : `captura:${id}:${declines}`,
      body: {},
    });
    return order.parse(answer);
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    if (error.issue === 'ORDER_NOT_APPROVED') return 'not_approved';
    if (error.status === 422 && error.issue !== 'ORDER_ALREADY_CAPTURED') {
      log.warn({ order: id, issue: error.issue }, 'PayPal refused a charge');
      return 'declined';
    }
    // Captured before, or no answer: the current state of the order decides.
    const found = error.issue === 'ORDER_ALREADY_CAPTURED' || !error.isRefusal ? await findPayPalOrder(id) : null;
    if (found?.status === 'COMPLETED') return found;
    throw error;
  }
}
