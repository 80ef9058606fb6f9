import { z } from 'zod';
import { personRoute } from '@/lib/account/person-route';
import { requestLocale } from '@/lib/core/i18n/server';
import { findOwnChoices } from '@/lib/publish/own-choices';

/** Products of the signed-in creator to choose from: `?use=pack&text=…&without=<the edited one>`. */
export const GET = personRoute({
  limit: 'ownProducts',
  query: z.object({
    use: z.enum(['pack', 'base']),
    text: z.string().max(80).default(''),
    without: z.uuid().nullable().default(null),
  }),
  run: async ({ query }) => findOwnChoices(await requestLocale(), query),
});
