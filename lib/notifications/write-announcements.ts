import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';

/**
 * Queues the next mails of the announcements for their subscribers, up to the outbox's limit; the next run continues.
 *
 * @returns the number of processed people
 */
export const writeAnnouncements = (): Promise<number> =>
  readRpc(createAdminClient(), 'escribir_anuncios', {}, z.coerce.number());
