import { z } from 'zod';
import { getMe } from '@/lib/account/server';
import { isNavigation } from '@/lib/core/http/navigation';
import { seeOther } from '@/lib/core/http/see-other';
import { log } from '@/lib/core/log';
import { ServiceUnavailable } from '@/lib/core/unavailable';
import { getDownloadUrl } from '@/lib/orders/download';

/** Redirect target of a refusal; during an outage the order's page reports it. */
async function refusedTo(page: string): Promise<string | null> {
  try {
    return (await getMe()) ? null : `/login?next=${encodeURIComponent(page)}`;
  } catch (problem) {
    if (problem instanceof ServiceUnavailable) return page;
    throw problem;
  }
}

/** Redirects the owner of an order to its file; refuses everybody else. */
export async function GET(request: Request, { params }: { params: Promise<{ orderId: string }> }) {
  const orderId = z.uuid().safeParse((await params).orderId);
  if (!orderId.success) return Response.json({ error: 'no_existe' }, { status: 404 });
  const page = `/profile/order/${orderId.data}`;
  const elsewhere = await refusedTo(page);
  if (elsewhere) return seeOther(elsewhere);
  const url = await getDownloadUrl(orderId.data);
  if (url.ok) return seeOther(url.value);
  if (url.error === 'no_existe') {
    // Another person's order: its page shows the 404 in the visitor's language.
    return isNavigation(request.headers) ? seeOther(page) : Response.json({ error: 'no_existe' }, { status: 404 });
  }
  if (url.error === 'fallo') log.error({ order: orderId.data }, 'a download link could not be made');
  return seeOther(`${page}?descarga=${url.error}`);
}
