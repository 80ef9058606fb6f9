import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type Game, openGame } from '../src/game.ts';

let server: Server | undefined;
let game: Game | undefined;
afterEach(async () => {
  await game?.close();
  server?.close();
});

function packet(id: number, type: number, text: string): Buffer {
  const body = Buffer.from(text);
  const written = Buffer.alloc(14 + body.length);
  written.writeInt32LE(10 + body.length, 0);
  written.writeInt32LE(id, 4);
  written.writeInt32LE(type, 8);
  body.copy(written, 12);
  return written;
}

/** A console that cuts its answers as Minecraft does. */
async function connect(answerOf: (command: string) => string): Promise<Game> {
  const made = createServer((socket) => {
    socket.on('data', (data) => {
      const [id, type, command] = [
        data.readInt32LE(4),
        data.readInt32LE(8),
        data.toString('utf8', 12, data.length - 2),
      ];
      if (type === 3) return void socket.write(packet(id, 2, ''));
      const answer = answerOf(command);
      for (let at = 0; at === 0 || at < answer.length; at += 4_096) {
        socket.write(packet(id, 0, answer.slice(at, at + 4_096)));
      }
    });
  });
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  const { port } = made.address() as { port: number };
  game = openGame({ host: '127.0.0.1', port, password: 'x' }, 'list uuids');
  return game;
}

test('all parts of a long answer are read, and the next answer is its own', async () => {
  const names = Array.from({ length: 200 }, (_, at) => `Jugadora_ñ_${at}`);
  const list = `There are 200 of a max of 300 players online: ${names.map((name) => `${name} (${crypto.randomUUID()})`).join(', ')}`;
  const said: Record<string, string> = { 'list uuids': list, exact: 'x'.repeat(8_192), say: 'hola' };
  const console = await connect((command) => said[command] ?? 'Unknown or incomplete command, see below for error');
  expect((await console.players()).map(({ name }) => name)).toEqual(names);
  expect(await console.run('exact')).toBe(said.exact);
  expect(await console.run('say')).toBe('hola');
});

test('the free places are counted in an inventory that is told in parts', async () => {
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
