import { getMe } from '@/lib/account/server';
import { orOutage } from '@/lib/core/http/outage';
import { takeAttempt, tooManyAttempts } from '@/lib/core/limits';
import { invoiceResponse } from '@/lib/orders/invoices/response';
import { getClubInvoice } from '@/lib/orders/invoices/server';

/** An invoice or a credit note of the Club as a PDF, for the person who paid it or an admin; others get a 404. */
export const GET = orOutage(async (_request: Request, { params }: { params: Promise<{ id: string }> }) => {
  const me = await getMe();
  const wait = me ? await takeAttempt('ownFile', me.id) : 0;
  if (wait > 0) return tooManyAttempts(wait);
  return invoiceResponse(me ? await getClubInvoice((await params).id) : null);
});
