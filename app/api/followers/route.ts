import { z } from 'zod';
import { personRoute } from '@/lib/account/person-route';
import { listFollowers } from '@/lib/creators/social/followers';

/** `GET /api/followers?despues=<next of the previous page>`: followers of the signed-in person. */
export const GET = personRoute({
  query: z.object({ despues: z.string().default('') }),
  run: ({ me, query }) => listFollowers(me.id, query.despues),
});
