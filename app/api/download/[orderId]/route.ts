import { getMe } from '@/lib/account/server';
import { isNavigation } from '@/lib/core/http/navigation';
import { refuseHead } from '@/lib/core/http/refuse-head';
import { seeOther } from '@/lib/core/http/see-other';
import { log } from '@/lib/core/log';
import { ServiceUnavailable } from '@/lib/core/unavailable';
import { isUuid } from '@/lib/core/uuid';
import { getDownload } from '@/lib/orders/download';
import type { Copy } from '@/lib/orders/stamped-copy';

/** Redirect target of a refusal; during an outage the order's page reports it. */
async function refusedTo(page: string): Promise<string | null> {
  try {
    return (await getMe()) ? null : `/login?next=${encodeURIComponent(page)}`;
  } catch (problem) {
    if (problem instanceof ServiceUnavailable) return page;
    throw problem;
  }
}

/** A name in a header (RFC 8187). */
const encodeName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/** Copies do not support ranges: each download has its own mark, so a partial download cannot be continued. */
const sendCopy = ({ body, bytes, name }: Copy): Response =>
  new Response(body, {
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(bytes),
      'content-disposition': `attachment; filename*=UTF-8''${encodeName(name)}`,
      'accept-ranges': 'none',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  });

/** Redirects the owner of an order to its file, or sends their copy of it; refuses everybody else. */
export async function GET(request: Request, { params }: { params: Promise<{ orderId: string }> }) {
  const { orderId } = await params;
  if (!isUuid(orderId)) return Response.json({ error: 'no_existe' }, { status: 404 });
  const page = `/profile/order/${orderId}`;
  const elsewhere = await refusedTo(page);
  if (elsewhere) return seeOther(elsewhere);
  const download = await getDownload(orderId, request.signal);
  if (download.ok) return download.value.kind === 'copy' ? sendCopy(download.value.copy) : seeOther(download.value.url);
  if (download.error === 'no_existe') {
    // Another person's order: its page shows the 404 in the visitor's language.
    return isNavigation(request.headers) ? seeOther(page) : Response.json({ error: 'no_existe' }, { status: 404 });
  }
  if (download.error === 'fallo') log.error({ order: orderId }, 'a download link could not be made');
  return seeOther(`${page}?descarga=${download.error}`);
}

// It would count a download, and make a copy that nobody reads.
export const HEAD = refuseHead;
