import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';

/**
 * Notifies the next people of the audience of new posts, in the shop and by mail, up to the limit of the outbox; the
 * next run continues.
 *
 * @returns the number of people
 */
export const notifyOfPosts = (): Promise<number> =>
  readRpc(createAdminClient(), 'avisar_publicaciones', {}, z.coerce.number());
