import 'server-only';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { createRequestClient } from '@/lib/core/supabase/server';

const uniqueViolation = '23505';

/**
 * Saves or removes a favourite of a person.
 *
 * @returns `duplicate` if it is saved already
 * @throws if the database fails
 */
export async function setFavorite(
  userId: string,
  productId: string,
  wanted: boolean,
): Promise<Result<undefined, 'duplicate'>> {
  const table = (await createRequestClient()).from('favoritos');
  const { error } = wanted
    ? await table.insert({ user_id: userId, producto_id: productId })
    : await table.delete().eq('user_id', userId).eq('producto_id', productId);
  if (error?.code === uniqueViolation) return fail('duplicate');
  if (error) throw new Error(`favoritos: ${error.message}`);
  return succeed(undefined);
}

/**
 * Follows or unfollows a creator: a toggle on one row. Repeating it changes nothing.
 *
 * @returns `notAllowed` for somebody who would follow themselves
 * @throws if the database fails
 */
export async function setFollowing(
  userId: string,
  creatorId: string,
  wanted: boolean,
): Promise<Result<undefined, 'notAllowed'>> {
  if (userId === creatorId) return fail('notAllowed');
  const table = (await createRequestClient()).from('follows');
  const { error } = wanted
    ? await table.insert({ follower_id: userId, following_id: creatorId })
    : await table.delete().eq('follower_id', userId).eq('following_id', creatorId);
  if (error && error.code !== uniqueViolation) throw new Error(`follows: ${error.message}`);
  return succeed(undefined);
}

/**
 * The name under which a creator's profile is found.
 *
 * @throws if there is no such creator, or the database fails
 */
export async function nameOfCreator(creatorId: string): Promise<string> {
  const client = await createRequestClient();
  const { data, error } = await client.from('usuarios_meta').select('display_name').eq('id', creatorId).single();
  if (error) throw new Error(`creator query failed: ${error.message}`);
  return data.display_name;
}
