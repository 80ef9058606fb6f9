import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { env } from '@/lib/core/env';
import { forEachAtOnce } from '@/lib/core/http/for-each-at-once';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { post } from '@/lib/hooks/post';

const due = z.object({ url: z.string(), autorizacion: z.string() });

/**
 * Asks AzLink servers with new commands to fetch them at once. Each is asked once, regardless of its answer: it polls
 * every minute anyway.
 *
 * @returns the number of servers that accepted
 */
export async function wakeServers(): Promise<number> {
  const servers = await readRpc(createAdminClient(), 'tomar_avisos_servidor', {}, z.array(due));
  const reach = { http: true, privateNetworks: env().STORE_MODE === 'local' };
  let woken = 0;
  await forEachAtOnce(servers, async ({ url, autorizacion }) => {
    const { status } = await post(url, '', { authorization: autorizacion }, reach);
    if (status === 200) woken += 1;
  });
  return woken;
}
