import { getMe } from '@/lib/account/server';
import { orOutage } from '@/lib/core/http/outage';
import { invoiceResponse } from '@/lib/orders/invoices/response';
import { getClubInvoice } from '@/lib/orders/invoices/server';

/** An invoice or a credit note of the Club as a PDF, for the person who paid it or an admin; others get a 404. */
export const GET = orOutage(async (_request: Request, { params }: { params: Promise<{ id: string }> }) => {
  return invoiceResponse((await getMe()) ? await getClubInvoice((await params).id) : null);
});
