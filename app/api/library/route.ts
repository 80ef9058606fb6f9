import { z } from 'zod';
import { personRoute } from '@/lib/account/person-route';
import { requestLocale } from '@/lib/core/i18n/server';
import { getLibrary } from '@/lib/orders/library/server';

const itemsPerAnswer = 150;

/** `GET /api/library?despues=<next of the previous page>`: the signed-in person's library after the first page. */
export const GET = personRoute({
  query: z.object({ despues: z.string().default('') }),
  run: async ({ query }) => getLibrary(await requestLocale(), query.despues, itemsPerAnswer),
});
