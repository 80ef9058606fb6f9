import type { z } from 'zod';
import { onlyMethods } from '@/lib/api/methods';
import { succeed } from '@/lib/core/action/result';
import { fetchCommands } from '@/lib/servers/calls';
import type { deliveries } from '@/lib/servers/deliveries';
import { bearerOf, serverRoute } from '@/lib/servers/server-route';

/** Commands for an agent, which are its own for a minute. One that nobody has acknowledged goes out again under its `id`. */
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

// A `HEAD` request would withhold commands from the agent for a minute.
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
