import { getMe } from '@/lib/account/server';
import { invoiceResponse } from '@/lib/orders/invoices/response';
import { getClubInvoice } from '@/lib/orders/invoices/server';

/** An invoice or a credit note of the Club as a PDF, for whoever paid it or an admin: anyone else gets a 404. */
export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }) {
  return invoiceResponse((await getMe()) ? await getClubInvoice((await params).id) : null);
}
