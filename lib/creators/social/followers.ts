import 'server-only';
import { z } from 'zod';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { createRequestClient } from '@/lib/core/supabase/server';
import { type Follower, followersPerPage } from './types';

const row = z.object({
  follower: z.object({ id: z.string(), display_name: z.string(), username: z.string(), avatar_url: z.string() }),
});

/**
 * Who follows a creator, newest first, a page at a time.
 *
 * @param page from 0; a page holds `followersPerPage`
 * @returns `failed` when the database does not answer
 */
export async function listFollowers(creatorId: string, page: number): Promise<Result<Follower[], 'failed'>> {
  const client = await createRequestClient();
  const from = page * followersPerPage;
  const { data, error } = await client
    .from('follows')
    .select('follower:usuarios_meta!follows_follower_id_fkey(id,display_name,username,avatar_url)')
    .eq('following_id', creatorId)
    .order('created_at', { ascending: false })
    .order('follower_id')
    .range(from, from + followersPerPage - 1);
  if (error) return fail('failed');
  return succeed(
    z
      .array(row)
      .parse(data)
      .map(({ follower }) => ({
        id: follower.id,
        displayName: follower.display_name,
        username: follower.username,
        avatarUrl: follower.avatar_url,
      })),
  );
}
