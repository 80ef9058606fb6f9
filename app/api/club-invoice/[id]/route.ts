import { fileRoute } from '@/lib/account/file-route';
import { invoiceResponse } from '@/lib/orders/invoices/response';
import { getClubInvoice } from '@/lib/orders/invoices/server';

/** An invoice or a credit note of the Club as a PDF, for the person who paid it or an admin; others get a 404. */
export const GET = fileRoute<{ id: string }>('/profile/club', async (_me, _request, { id }) =>
  invoiceResponse(await getClubInvoice(id)),
);
