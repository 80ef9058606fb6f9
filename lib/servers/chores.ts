import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { wakeServers } from './wake';

/**
 * Queues the commands of released reservations, expires commands that were not fetched for 90 days, and writes to
 * creators of silent servers. Idempotent.
 */
export async function followServers(): Promise<{ lanzadas: number; caducadas: number; mudos: number }> {
  const client = createAdminClient();
  const lanzadas = await readRpc(client, 'lanzar_reservas_al_juego', {}, z.number());
  await wakeServers();
  return {
    lanzadas,
    caducadas: await readRpc(client, 'caducar_ordenes', {}, z.number()),
    mudos: await readRpc(client, 'avisar_servidores_mudos', {}, z.number()),
  };
}
