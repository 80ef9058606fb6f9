import 'server-only';
import { z } from 'zod';
import { afterCursor, cursorText, pageOf, parseCursor } from '@/lib/core/supabase/cursor';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import { type FollowerPage, followersPerPage } from './types';

const row = z.object({
  created_at: z.string(),
  follower: z.object({ id: z.string(), display_name: z.string(), username: z.string(), avatar_url: z.string() }),
});

/**
 * One page of a creator's followers, newest first.
 *
 * @param after the `next` of the previous page; any other value returns the first page
 * @throws as `dataOf` does
 */
export async function listFollowers(creatorId: string, after: string | null): Promise<FollowerPage> {
  const client = await createRequestClient();
  let query = client
    .from('follows')
    .select('created_at,follower:usuarios_meta!follows_follower_id_fkey(id,display_name,username,avatar_url)')
    .eq('following_id', creatorId)
    .order('created_at', { ascending: false })
    .order('follower_id')
    .limit(followersPerPage + 1);
  const last = parseCursor(after);
  if (last) query = query.lte('created_at', last[0]).or(afterCursor(last, 'follower_id'));
  const found = z.array(row).parse(await dataOf('followers query', query));
  const { shown, next } = pageOf(found, followersPerPage, ({ created_at, follower }) =>
    cursorText(created_at, follower.id),
  );
  return {
    followers: shown.map(({ follower }) => ({
      id: follower.id,
      displayName: follower.display_name,
      username: follower.username,
      avatarUrl: follower.avatar_url,
    })),
    next,
  };
}
