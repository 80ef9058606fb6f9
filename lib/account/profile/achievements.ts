import 'server-only';
import { z } from 'zod';
import { type Achievement, achievements } from '@/lib/account/constants';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';

const row = z.object({ logro: z.enum(achievements), created_at: z.string() });

/**
 * Every achievement of the signed-in person.
 *
 * @returns when it was earned, as an ISO time; null for one not earned yet
 * @throws if they cannot be read
 */
export async function getAchievements(): Promise<Array<{ name: Achievement; earnedAt: string | null }>> {
  const data = await dataOf(
    'achievements query',
    (await createRequestClient())
      .from('logros_usuario')
      .select('logro,created_at')
      .eq('completado', true)
      .limit(achievements.length),
  );
  const earned = new Map(
    z
      .array(row)
      .parse(data)
      .map(({ logro, created_at }) => [logro, created_at]),
  );
  return achievements.map((name) => ({ name, earnedAt: earned.get(name) ?? null }));
}
