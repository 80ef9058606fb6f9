import { z } from 'zod';
import { personRoute } from '@/lib/account/person-route';
import { isUnpublished } from '@/lib/publish/unpublished';

/** The preview page of a product without a public page: `?slug=<slug>`; null for people who may not see it. */
export const GET = personRoute({
  query: z.object({ slug: z.string().regex(/^[a-z0-9-]{1,80}$/) }),
  run: async ({ query: { slug } }) => ({ path: (await isUnpublished(slug)) ? `/preview/${slug}` : null }),
});
