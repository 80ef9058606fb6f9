import { z } from 'zod';
import { getMe } from '@/lib/account/server';
import { env } from '@/lib/core/env';
import { requestLog } from '@/lib/core/log';
import { getDownloadUrl } from '@/lib/orders/download';

const seeOther = (path: string) =>
  new Response(null, {
    status: 303,
    headers: { location: new URL(path, env().SITE_URL).href, 'cache-control': 'no-store' },
  });

/** Redirects the owner of an order to its file; refuses everybody else. */
export async function GET(request: Request, { params }: { params: Promise<{ orderId: string }> }) {
  const orderId = z.uuid().safeParse((await params).orderId);
  if (!orderId.success) return Response.json({ error: 'no_existe' }, { status: 404 });
  const page = `/profile/order/${orderId.data}`;
  if (!(await getMe())) return seeOther(`/login?next=${encodeURIComponent(page)}`);
  const url = await getDownloadUrl(orderId.data);
  if (url.ok) return seeOther(url.value);
  if (url.error === 'no_existe') return Response.json({ error: 'no_existe' }, { status: 404 });
  if (url.error === 'fallo')
    requestLog(request.headers).error({ order: orderId.data }, 'a download link could not be made');
  return seeOther(`${page}?descarga=${url.error}`);
}
