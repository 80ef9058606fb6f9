import { z } from 'zod';
import { getMe } from '@/lib/account/server';
import { orOutage } from '@/lib/core/http/outage';
import { getOwnReview } from '@/lib/reviews/server';

/** The signed-in person's own review of a product: `?producto=<id>`. */
export const GET = orOutage(async (request: Request) => {
  const me = await getMe();
  if (!me) return Response.json({ error: 'sin_sesion' }, { status: 401 });
  const product = z.uuid().safeParse(new URL(request.url).searchParams.get('producto'));
  if (!product.success) return Response.json({ error: 'datos_no_validos' }, { status: 422 });
  return Response.json(
    { review: await getOwnReview(product.data, me.id) },
    { headers: { 'cache-control': 'private, no-store' } },
  );
});
