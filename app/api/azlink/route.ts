import { succeed } from '@/lib/core/action/result';
import { toAzlink } from '@/lib/servers/azlink';
import { closeSending, fetchCommands, greetServer } from '@/lib/servers/calls';
import { readContact } from '@/lib/servers/contact';
import { noteSending } from '@/lib/servers/note-sending';
import { problem, serverRoute } from '@/lib/servers/server-route';
import { answerWhole } from '@/lib/servers/whole-answer';

const keyOf = (headers: Headers) => headers.get('azuriom-link-token');

/** Confirms the key of an AzLink plugin. */
export const GET = serverRoute(keyOf, async ({ key }) => {
  const greeted = await greetServer({ key, kind: 'azlink' }, {});
  return greeted.ok ? succeed(Response.json({}, { headers: { 'cache-control': 'private, no-store' } })) : greeted;
});

/**
 * Receives the players online from the AzLink plugin, and returns commands. The plugin does not acknowledge commands:
 * they count as sent once the response is written completely, and return to the queue if the connection is lost.
 */
export const POST = serverRoute(keyOf, async ({ request, key, body }) => {
  const contact = readContact(body);
  if (!contact) return problem('invalid');
  const fetched = await fetchCommands({ key, kind: 'azlink' }, contact);
  if (!fetched.ok) return fetched;
  const { serverId, commands } = fetched.value;
  const userAgent = request.headers.get('user-agent') ?? '';
  const answer = toAzlink(commands, { type: contact.type, userAgent, players: contact.players ?? [] });
  const ids = commands.map(({ id }) => id);
  return succeed(
    await answerWhole(answer, request.signal, (isWhole) =>
      ids.length > 0 ? noteSending(() => closeSending(serverId, ids, isWhole)) : Promise.resolve(),
    ),
  );
});
