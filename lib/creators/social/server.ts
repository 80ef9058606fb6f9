import 'server-only';
import { getMe } from '@/lib/account/server';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { createRequestClient } from '@/lib/core/supabase/server';

const uniqueViolation = '23505';

/**
 * Saves or removes a favourite of the signed-in person.
 *
 * @returns `login_required`, `duplicate` (refused by the database) or `failed`
 */
export async function setFavorite(
  productId: string,
  wanted: boolean,
): Promise<Result<null, 'login_required' | 'duplicate' | 'failed'>> {
  const me = await getMe();
  if (!me) return fail('login_required');
  const client = await createRequestClient();
  const table = client.from('favoritos');
  const { error } = wanted
    ? await table.insert({ user_id: me.id, producto_id: productId })
    : await table.delete().eq('user_id', me.id).eq('producto_id', productId);
  if (error?.code === uniqueViolation) return fail('duplicate');
  return error ? fail('failed') : succeed(null);
}

/** Follows or unfollows a creator: a toggle on one row. Repeating it changes nothing. */
export async function setFollowing(
  creatorId: string,
  wanted: boolean,
): Promise<Result<null, 'login_required' | 'failed'>> {
  const me = await getMe();
  if (!me || me.id === creatorId) return fail(me ? 'failed' : 'login_required');
  const client = await createRequestClient();
  const { error } = wanted
    ? await client.from('follows').insert({ follower_id: me.id, following_id: creatorId })
    : await client.from('follows').delete().eq('follower_id', me.id).eq('following_id', creatorId);
  return error && error.code !== uniqueViolation ? fail('failed') : succeed(null);
}
