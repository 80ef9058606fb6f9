import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';

/**
 * Tells the next people of the audience of new posts, in the shop and by mail, as many as the outbox has room for; the
 * next run continues.
 *
 * @returns the number of people
 */
export const notifyOfPosts = (): Promise<number> =>
  readRpc(createAdminClient(), 'avisar_publicaciones', {}, z.coerce.number());
