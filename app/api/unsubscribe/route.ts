import { readLimited } from '@/lib/core/http/body';
import { orOutage } from '@/lib/core/http/outage';
import { seeOther } from '@/lib/core/http/see-other';
import { leaveLink, leaveMails } from '@/lib/mail/unsubscribe';

/** A GET changes nothing, because mail scanners open links, too. The page asks for confirmation. */
export function GET(request: Request) {
  return seeOther(`/baja${new URL(request.url).search}`);
}

/**
 * Unsubscribes from a kind of mail, from the shop's page or by a mail program's one-click request (RFC 8058). The
 * sealed address identifies the recipient, so no sign-in and no `Origin` are required.
 */
export const POST = orOutage(async (request: Request) => {
  const link = leaveLink.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  const body = await readLimited(request, 2_000);
  const isPage = new URLSearchParams(new TextDecoder().decode(body ?? undefined)).get('desde') === 'pagina';
  const isDone = link.success && (await leaveMails(link.data));
  if (isPage) return seeOther(isDone ? `/baja?hecho=${link.data.tipo}` : '/baja');
  return new Response(null, { status: isDone ? 200 : 400, headers: { 'cache-control': 'no-store' } });
});
