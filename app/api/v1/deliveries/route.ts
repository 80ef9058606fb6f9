import type { z } from 'zod';
import { onlyMethods } from '@/lib/api/methods';
import { succeed } from '@/lib/core/action/result';
import { fetchCommands } from '@/lib/servers/calls';
import type { deliveries } from '@/lib/servers/deliveries';
import { bearerOf, serverRoute } from '@/lib/servers/server-route';

/** Leases commands to an agent for a minute. A command that is not acknowledged is sent again with the same `id`. */
const fetchDeliveries = serverRoute(bearerOf, async ({ key }) => {
  const fetched = await fetchCommands({ key, kind: 'agente' }, {});
  if (!fetched.ok) return fetched;
  const { leaseSeconds, commands } = fetched.value;
  const answer: z.input<typeof deliveries> = {
    lease_seconds: leaseSeconds,
    deliveries: commands.map(({ id, player, text, slots, needsPlayer, order }) => ({
      id,
      player,
      command: text,
      slots,
      needs_player: needsPlayer,
      order,
    })),
  };
  return succeed(Response.json(answer, { headers: { 'cache-control': 'private, no-store' } }));
});

// A `HEAD` request would lease the commands without delivering them.
const answer = onlyMethods({ GET: fetchDeliveries }, { head: false });

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
