import { getMe } from '@/lib/account/server';
import { orOutage } from '@/lib/core/http/outage';
import { requestLocale } from '@/lib/core/i18n/server';
import { getLibrary } from '@/lib/orders/library/server';

const headers = { 'cache-control': 'private, no-store' };
const itemsPerAnswer = 200;

/** `GET /api/library?despues=<next of the page before>`: what the signed-in person owns beyond the first page. */
export const GET = orOutage(async (request: Request) => {
  if (!(await getMe())) return Response.json({ error: 'sin_sesion' }, { status: 401, headers });
  const after = new URL(request.url).searchParams.get('despues');
  return Response.json(await getLibrary(await requestLocale(), after, itemsPerAnswer), { headers });
});
