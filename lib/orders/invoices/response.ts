import 'server-only';
import { getTranslations } from 'next-intl/server';
import { type InvoiceTexts, renderInvoice } from './pdf';
import type { Invoice } from './types';

/** An invoice as a PDF to save, or 404; 409 while it waits. A person without the right to it gets the same 404. */
export async function invoiceResponse(invoice: Invoice | 'waits' | null): Promise<Response> {
  if (invoice === 'waits') return Response.json({ error: 'sin_emitir' }, { status: 409 });
  if (!invoice) return Response.json({ error: 'no_existe' }, { status: 404 });
  const t = (await getTranslations({ locale: invoice.locale, namespace: 'invoice' })) as unknown as InvoiceTexts;
  const pdf = await renderInvoice(invoice, t);
  return new Response(new Uint8Array(pdf), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${t('file')}-${invoice.number}.pdf"`,
      'cache-control': 'private, no-store',
    },
  });
}
