import 'server-only';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { dataOf } from '@/lib/core/supabase/data-of';
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
  const answer = wanted
    ? await table.insert({ user_id: userId, producto_id: productId })
    : await table.delete().eq('user_id', userId).eq('producto_id', productId);
  if (answer.error?.code === uniqueViolation) return fail('duplicate');
  await dataOf('favoritos', answer);
  return succeed(undefined);
}

/**
 * Follows or unfollows a creator. Idempotent.
 *
 * @returns `notAllowed` for oneself
 * @throws if the database fails
 */
export async function setFollowing(
  userId: string,
  creatorId: string,
  wanted: boolean,
): Promise<Result<undefined, 'notAllowed'>> {
  if (userId === creatorId) return fail('notAllowed');
  const table = (await createRequestClient()).from('follows');
  const answer = wanted
    ? await table.insert({ follower_id: userId, following_id: creatorId })
    : await table.delete().eq('follower_id', userId).eq('following_id', creatorId);
  if (answer.error?.code !== uniqueViolation) await dataOf('follows', answer);
  return succeed(undefined);
}

/**
 * The display name of a creator's profile.
 *
 * @throws if there is no such creator, or the database fails
 */
export async function nameOfCreator(creatorId: string): Promise<string> {
  const client = await createRequestClient();
  const data = await dataOf(
    'creator query',
    client.from('usuarios_meta').select('display_name').eq('id', creatorId).single(),
  );
  return data.display_name;
}
