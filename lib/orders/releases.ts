import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';

/** Writes a mail to every owner of a released reservation, once per order. Returns their number. */
export async function announceReleases(): Promise<number> {
  return readRpc(createAdminClient(), 'avisar_reservas', {}, z.coerce.number());
}
