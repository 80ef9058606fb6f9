import { getMe } from '@/lib/account/server';
import { orOutage } from '@/lib/core/http/outage';
import { listFollowers } from '@/lib/creators/social/followers';

const headers = { 'cache-control': 'private, no-store' };

/** `GET /api/followers?despues=<next of the page before>`: who follows the signed-in person. */
export const GET = orOutage(async (request: Request) => {
  const me = await getMe();
  if (!me) return Response.json({ error: 'sin_sesion' }, { status: 401, headers });
  const page = await listFollowers(me.id, new URL(request.url).searchParams.get('despues'));
  return Response.json(page, { headers });
});
