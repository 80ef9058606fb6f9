import { fileRoute } from '@/lib/account/file-route';
import { invoiceResponse } from '@/lib/orders/invoices/response';
import { getInvoice } from '@/lib/orders/invoices/server';

/**
 * The invoice of an order or a payment as a PDF, for the person who paid it or an admin; others get a 404
 * (docs/payments.md, "Invoices").
 */
export const GET = fileRoute<{ orderId: string }>('/profile/orders', async (_me, request, { orderId }) => {
  const rectifying = new URL(request.url).searchParams.get('tipo') === 'rectificativa';
  return invoiceResponse(await getInvoice(orderId, rectifying));
});
