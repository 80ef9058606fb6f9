'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { tags } from '@/lib/core/cache/tags';
import { nameOfCreator, setFavorite, setFollowing } from './server';

const input = z.object({ id: z.uuid(), wanted: z.boolean() });
const toInput = (id: string, wanted: boolean) => ({ id, wanted });

/** Saves or removes a favourite of the signed-in person. */
export const toggleFavorite = defineAction('toggleFavorite', {
  who: 'signedIn',
  input,
  toInput,
  run: ({ id, wanted }, me) => setFavorite(me.id, id, wanted),
});

/** Follows or unfollows a creator. Idempotent; nobody can follow themselves. */
export const toggleFollow = defineAction('toggleFollow', {
  who: 'signedIn',
  input,
  toInput,
  run: ({ id, wanted }, me) => setFollowing(me.id, id, wanted),
  // The profile shows the number of followers.
  tags: async ({ id }) => ({ now: [tags.creator(await nameOfCreator(id))] }),
});
