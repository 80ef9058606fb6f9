import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';

/** Queues the commands of released reservations, and ends commands that nobody has fetched for 90 days. Idempotent. */
export async function followServers(): Promise<{ lanzadas: number; caducadas: number }> {
  const client = createAdminClient();
  return {
    lanzadas: await readRpc(client, 'lanzar_reservas_al_juego', {}, z.number()),
    caducadas: await readRpc(client, 'caducar_ordenes', {}, z.number()),
  };
}
