import { z } from 'zod';
import { personRoute } from '@/lib/account/person-route';
import { searchRecipients } from '@/lib/checkout/gifts/server';
import { cut } from '@/lib/core/cut';

/** Possible recipients of a gift: up to five people matching `?q=`, without oneself. */
export const GET = personRoute({
  limit: 'recipients',
  query: z.object({ q: z.string().default('') }),
  run: async ({ query }) => {
    const text = cut(query.q.trim(), 40);
    return { items: text === '' ? [] : await searchRecipients(text) };
  },
});
