import { z } from 'zod';
import { getMe } from '@/lib/account/server';
import { orOutage } from '@/lib/core/http/outage';
import { isUnpublished } from '@/lib/publish/unpublished';

const headers = { 'cache-control': 'private, no-store' };

/** Where the signed-in person sees a product that has no page: `?slug=<slug>`; nowhere, for most people. */
export const GET = orOutage(async (request: Request) => {
  if (!(await getMe())) return Response.json({ error: 'sin_sesion' }, { status: 401, headers });
  const slug = z
    .string()
    .regex(/^[a-z0-9-]{1,80}$/)
    .safeParse(new URL(request.url).searchParams.get('slug'));
  if (!slug.success) return Response.json({ error: 'datos_no_validos' }, { status: 422, headers });
  return Response.json({ path: (await isUnpublished(slug.data)) ? `/preview/${slug.data}` : null }, { headers });
});
