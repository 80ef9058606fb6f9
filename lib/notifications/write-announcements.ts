import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';

/**
 * Writes the next mails of the announcements for those who want them, as many as the outbox has room for; the next run
 * goes on.
 *
 * @returns how many people it has gone through
 */
export const writeAnnouncements = (): Promise<number> =>
  readRpc(createAdminClient(), 'escribir_anuncios', {}, z.coerce.number());
