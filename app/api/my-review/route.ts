import { z } from 'zod';
import { personRoute } from '@/lib/account/person-route';
import { getOwnReview } from '@/lib/reviews/server';

/** The signed-in person's own review of a product: `?producto=<id>`. */
export const GET = personRoute({
  query: z.object({ producto: z.uuid() }),
  run: async ({ me, query }) => ({ review: await getOwnReview(query.producto, me.id) }),
});
