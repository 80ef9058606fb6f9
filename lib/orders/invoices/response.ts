import 'server-only';
import { getTranslations } from 'next-intl/server';
import type { Refusal } from '@/lib/account/file-route';
import { type InvoiceTexts, renderInvoice } from './pdf';
import type { Invoice } from './types';

/** An invoice as a PDF to save, or a refusal if it is not issued yet, is missing, or belongs to another person. */
export async function invoiceResponse(invoice: Invoice | 'waits' | null): Promise<Response | Refusal> {
  if (invoice === 'waits') return 'sin_emitir';
  if (!invoice) return 'no_existe';
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
