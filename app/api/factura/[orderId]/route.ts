import { getTranslations } from 'next-intl/server';
import { getMe } from '@/lib/account/server';
import { type InvoiceTexts, renderInvoice } from '@/lib/invoices/pdf';
import { getInvoice } from '@/lib/invoices/server';

const missing = () => Response.json({ error: 'no_existe' }, { status: 404 });

/** The invoice of an order, or of a payment, as a PDF for whoever paid it (SPEC §7): anyone else gets a 404. */
export async function GET(request: Request, { params }: { params: Promise<{ orderId: string }> }) {
  if (!(await getMe())) return missing();
  const rectifying = new URL(request.url).searchParams.get('tipo') === 'rectificativa';
  const invoice = await getInvoice((await params).orderId, rectifying);
  if (!invoice) return missing();
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
