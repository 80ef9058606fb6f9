import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';

/** Writes down the figures of the days that are over, so that they are never counted again. Answers how many. */
export async function closeDays(): Promise<number> {
  return readRpc(createAdminClient(), 'cerrar_dias', {}, z.number());
}
