import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';

/** Stores the figures of past days, so that they are counted only once. Returns how many days. */
export async function closeDays(): Promise<number> {
  return readRpc(createAdminClient(), 'cerrar_dias', {}, z.coerce.number());
}
