import { z } from 'zod';
import { succeed } from '@/lib/core/action/result';
import { acknowledge } from '@/lib/servers/calls';
import { readContact } from '@/lib/servers/contact';
import { bearerOf, problem, serverRoute } from '@/lib/servers/server-route';

const body = z.object({
  results: z
    .array(
      z.object({
        id: z.string().regex(/^\d{1,18}\.\d{1,6}$/),
        ok: z.boolean(),
        error: z.string().max(2_000).optional(),
        retry: z.boolean().optional(),
      }),
    )
    .max(500),
});

/** An agent reports what became of commands, and who is online. Repeating a report changes nothing. */
export const POST = serverRoute(bearerOf, async ({ key, body: sent }) => {
  const read = body.safeParse(sent);
  const contact = readContact(sent);
  if (!read.success || !contact) return problem(400, 'datos_no_validos');
  const noted = await acknowledge({ key, kind: 'agente' }, contact, read.data.results);
  return noted.ok ? succeed(Response.json(noted.value, { headers: { 'cache-control': 'private, no-store' } })) : noted;
});
