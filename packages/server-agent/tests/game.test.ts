import { afterEach, expect, test } from 'vitest';
import { type Game, openGame } from '../src/game.ts';
import { NoAnswer } from '../src/rcon.ts';
import { startRconServer } from './rcon-server.ts';

let server: Awaited<ReturnType<typeof startRconServer>> | undefined;
let game: Game | undefined;
afterEach(async () => {
  await game?.close();
  server?.stop();
});

async function connect(answerOf: (command: string) => string, password = 'x'): Promise<Game> {
  server = await startRconServer(0, answerOf, { password: 'x' });
  game = openGame({ host: '127.0.0.1', port: server.port, password }, 'list uuids');
  return game;
}

test('a long answer is read in all its parts, separate from the next answer', async () => {
  const names = Array.from({ length: 200 }, (_, at) => `Jugadora_ñ_${at}`);
  const list = `There are 200 of a max of 300 players online: ${names.map((name) => `${name} (${crypto.randomUUID()})`).join(', ')}`;
  const said: Record<string, string> = { 'list uuids': list, exact: 'x'.repeat(8_192), say: 'hola' };
  const console = await connect((command) => said[command] ?? 'Unknown or incomplete command, see below for error');
  expect((await console.players()).map(({ name }) => name)).toEqual(names);
  expect(await console.run('exact')).toBe(said.exact);
  expect(await console.run('say')).toBe('hola');
});

test('free slots are counted in an inventory that arrives in several parts', async () => {
  const items = Array.from(
    { length: 36 },
    (_, slot) => `{Slot: ${slot}b, id: "minecraft:book", tag: {pages: ["${'x'.repeat(300)}"]}}`,
  );
  const console = await connect((command) =>
    command === 'data get entity @a[name="*Ana",limit=1] Inventory'
      ? `*Ana has the following entity data: [${items.join(', ')}]`
      : 'Invalid name or UUID',
  );
  expect(await console.freeSlots('*Ana')).toBe(0);
});

test('a wrong password is refused', async () => {
  const console = await connect(() => 'hola', 'y');
  const refusal = await console.run('say').catch((problem: unknown) => problem);
  expect(refusal).toMatchObject({ message: 'the game refuses the password' });
  // The command was not sent.
  expect(refusal).not.toBeInstanceOf(NoAnswer);
});

test('the connection is opened again after the game has closed it, also during a command', async () => {
  const console = await connect((command) => {
    if (command === 'stop') server?.disconnect();
    return 'hola';
  });
  expect(await console.run('say')).toBe('hola');
  await expect(console.run('stop')).rejects.toThrow(NoAnswer);
  expect(await console.run('say')).toBe('hola');
  server?.disconnect();
  await expect.poll(() => console.run('say')).toBe('hola');
});
