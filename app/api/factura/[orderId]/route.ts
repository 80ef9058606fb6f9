import { getMe } from '@/lib/account/server';
import { orOutage } from '@/lib/core/http/outage';
import { takeAttempt, tooManyAttempts } from '@/lib/core/limits';
import { invoiceResponse } from '@/lib/orders/invoices/response';
import { getInvoice } from '@/lib/orders/invoices/server';

/**
 * The invoice of an order, or of a payment, as a PDF for the person who paid it or an admin; others get a 404
 * (docs/payments.md, "Invoices").
 */
export const GET = orOutage(async (request: Request, { params }: { params: Promise<{ orderId: string }> }) => {
  const me = await getMe();
  const wait = me ? await takeAttempt('ownFile', me.id) : 0;
  if (wait > 0) return tooManyAttempts(wait);
  const rectifying = new URL(request.url).searchParams.get('tipo') === 'rectificativa';
  return invoiceResponse(me ? await getInvoice((await params).orderId, rectifying) : null);
});
