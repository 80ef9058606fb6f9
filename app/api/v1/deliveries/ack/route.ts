import type { z } from 'zod';
import { onlyMethods } from '@/lib/api/methods';
import { succeed } from '@/lib/core/action/result';
import { acknowledge } from '@/lib/servers/calls';
import { readContact } from '@/lib/servers/contact';
import { type acknowledged, report } from '@/lib/servers/deliveries';
import { bearerOf, problem, serverRoute } from '@/lib/servers/server-route';

/** Receives the results of commands and the players online from an agent. Idempotent. */
const acknowledgeDeliveries = serverRoute(bearerOf, async ({ key, body }) => {
  const read = report.safeParse(body);
  const contact = readContact(body);
  if (!read.success || !contact) return problem('invalid');
  const answered = await acknowledge({ key, kind: 'agente' }, contact, read.data.results);
  if (!answered.ok) return answered;
  const { noted } = answered.value;
  const answer: z.input<typeof acknowledged> = { noted };
  return succeed(Response.json(answer, { headers: { 'cache-control': 'private, no-store' } }));
});

const answer = onlyMethods({ POST: acknowledgeDeliveries });

export { answer as DELETE, answer as GET, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT };
