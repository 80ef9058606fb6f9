import { z } from 'zod';
import { getMe } from '@/lib/account/server';
import { orOutage } from '@/lib/core/http/outage';
import { listFollowers } from '@/lib/creators/social/followers';

const pageNumber = z.coerce.number().int().min(0).max(10_000).catch(0);
const headers = { 'cache-control': 'private, no-store' };

/** `GET /api/followers?page=0`: who follows the signed-in person. */
export const GET = orOutage(async (request: Request) => {
  const me = await getMe();
  if (!me) return Response.json({ error: 'sin_sesion' }, { status: 401, headers });
  const result = await listFollowers(me.id, pageNumber.parse(new URL(request.url).searchParams.get('page')));
  if (!result.ok) return Response.json({ error: 'fallo' }, { status: 502, headers });
  return Response.json({ followers: result.value }, { headers });
});
