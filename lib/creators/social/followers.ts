import 'server-only';
import { z } from 'zod';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { createRequestClient } from '@/lib/core/supabase/server';
import { type FollowerPage, followersPerPage } from './types';

const row = z.object({
  created_at: z.string(),
  follower: z.object({ id: z.string(), display_name: z.string(), username: z.string(), avatar_url: z.string() }),
});

/** A moment as the database's API writes it, to the microsecond. */
const moment = z.string().regex(/^\d{4}-\d\d-\d\d[T ][\d:.]{8,15}(?:Z|[+-]\d\d(?::?\d\d)?)$/);
const cursor = z.tuple([moment, z.uuid()]);

/** Where the page before ended, as its `next` says; undefined for any other text. */
const parseCursor = (text: string | null) => cursor.safeParse(text?.split('_')).data;

/**
 * Who follows a creator, newest first, a page at a time.
 *
 * @param after the `next` of the page before; anything else asks for the first page
 * @returns `failed` when the database does not answer
 */
export async function listFollowers(creatorId: string, after: string | null): Promise<Result<FollowerPage, 'failed'>> {
  const client = await createRequestClient();
  let query = client
    .from('follows')
    .select('created_at,follower:usuarios_meta!follows_follower_id_fkey(id,display_name,username,avatar_url)')
    .eq('following_id', creatorId)
    .order('created_at', { ascending: false })
    .order('follower_id')
    .limit(followersPerPage + 1);
  const last = parseCursor(after);
  if (last) {
    const [at, id] = last;
    // The first condition lets the database find the page by its index, even a very late one.
    query = query.lte('created_at', at).or(`created_at.lt."${at}",and(created_at.eq."${at}",follower_id.gt.${id})`);
  }
  const { data, error } = await query;
  if (error) return fail('failed');
  const found = z.array(row).parse(data);
  const shown = found.slice(0, followersPerPage);
  const end = shown.at(-1);
  return succeed({
    followers: shown.map(({ follower }) => ({
      id: follower.id,
      displayName: follower.display_name,
      username: follower.username,
      avatarUrl: follower.avatar_url,
    })),
    next: end && found.length > followersPerPage ? `${end.created_at}_${end.follower.id}` : null,
  });
}
