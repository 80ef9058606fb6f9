import { z } from 'zod';
import { getMe } from '@/lib/account/server';
import { env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { ServiceUnavailable } from '@/lib/core/unavailable';
import { getDownloadUrl } from '@/lib/orders/download';

const seeOther = (path: string) =>
  new Response(null, {
    status: 303,
    headers: { location: new URL(path, env().SITE_URL).href, 'cache-control': 'no-store' },
  });

/** Where somebody without the right to the file is sent; in an outage the page of the order says so. */
async function refusedTo(page: string): Promise<string | null> {
  try {
    return (await getMe()) ? null : `/login?next=${encodeURIComponent(page)}`;
  } catch (problem) {
    if (problem instanceof ServiceUnavailable) return page;
    throw problem;
  }
}

/** Redirects the owner of an order to its file; refuses everybody else. */
export async function GET(_request: Request, { params }: { params: Promise<{ orderId: string }> }) {
  const orderId = z.uuid().safeParse((await params).orderId);
  if (!orderId.success) return Response.json({ error: 'no_existe' }, { status: 404 });
  const page = `/profile/order/${orderId.data}`;
  const elsewhere = await refusedTo(page);
  if (elsewhere) return seeOther(elsewhere);
  const url = await getDownloadUrl(orderId.data);
  if (url.ok) return seeOther(url.value);
  if (url.error === 'no_existe') return Response.json({ error: 'no_existe' }, { status: 404 });
  if (url.error === 'fallo') log.error({ order: orderId.data }, 'a download link could not be made');
  return seeOther(`${page}?descarga=${url.error}`);
}
