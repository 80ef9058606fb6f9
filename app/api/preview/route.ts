import { z } from 'zod';
import { personRoute } from '@/lib/account/person-route';
import { isUnpublished } from '@/lib/publish/unpublished';

/** Where the signed-in person sees a product that has no page: `?slug=<slug>`; nowhere, for most people. */
export const GET = personRoute({
  query: z.object({ slug: z.string().regex(/^[a-z0-9-]{1,80}$/) }),
  run: async ({ query: { slug } }) => ({ path: (await isUnpublished(slug)) ? `/preview/${slug}` : null }),
});
