'use server';

import { z } from 'zod';
import { fail } from '@/lib/core/action/result';
import { setFavorite, setFollowing } from './server';

const input = z.object({ id: z.uuid(), wanted: z.boolean() });

export async function toggleFavorite(id: string, wanted: boolean) {
  const parsed = input.safeParse({ id, wanted });
  return parsed.success ? setFavorite(parsed.data.id, parsed.data.wanted) : fail('failed');
}

export async function toggleFollow(id: string, wanted: boolean) {
  const parsed = input.safeParse({ id, wanted });
  return parsed.success ? setFollowing(parsed.data.id, parsed.data.wanted) : fail('failed');
}
