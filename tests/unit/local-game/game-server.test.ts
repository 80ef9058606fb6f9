import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findAnyPorts } from '@unstore/processes';
import { afterEach, expect, test } from 'vitest';
import { type GameServer, startGameServer } from '../../../local/game/game-server.ts';

let game: GameServer | undefined;
let shop: Server | undefined;
afterEach(() => {
  game?.stop();
  shop?.close();
});

test("the simulated game server runs the shop's commands, and shows them in its console", async () => {
  const waiting: Record<string, string[]>[] = [
    { Ana: ['whitelist add Ana', 'say <b>hola</b>'] },
    { Ana: ['whitelist remove Ana'] },
  ];
  const asked: { key: unknown; players: string[] }[] = [];
  shop = createServer((request, response) => {
    let body = '';
    request.on('data', (data) => {
      body += data;
    });
    request.on('end', () => {
      const { players } = JSON.parse(body) as { players: { name: string }[] };
      asked.push({ key: request.headers['azuriom-link-token'], players: players.map(({ name }) => name) });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ commands: asked.length > 3 ? (waiting.shift() ?? {}) : {} }));
    });
  });
  await new Promise<void>((resolve) => shop?.listen(0, '127.0.0.1', resolve));
  const { port } = await findAnyPorts('port');
  const shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  game = await startGameServer({ port, shopUrl, keys: ['unsrv_x'], everyMs: 20 });
  const page = async () => (await fetch(`http://127.0.0.1:${port}/`)).text();
  const join = () => fetch(`http://127.0.0.1:${port}/join`, { method: 'POST', body: 'name=Luis' });
  await join();
  await expect.poll(() => page()).toContain('Ana ya no está en la lista blanca.');
  const text = await page();
  expect(text).toContain('Ana está en la lista blanca.');
  expect(text).toContain('<b>Lista blanca:</b> –');
  expect(text).not.toContain('<b>hola</b>');
  expect(asked[0]?.key).toBe('unsrv_x');
  expect(asked.at(-1)?.players).toEqual(['Luis']);
});

test('the simulated game server fetches commands at once on a call with the hash of its key', async () => {
  const asked: unknown[] = [];
  shop = createServer((request, response) => {
    asked.push(request.headers['azuriom-link-token']);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ commands: {} }));
  });
  await new Promise<void>((resolve) => shop?.listen(0, '127.0.0.1', resolve));
  const { port } = await findAnyPorts('port');
  const shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  game = await startGameServer({ port, shopUrl, keys: ['unsrv_x', 'unsrv_y'], everyMs: 60_000 });
  const post = async (authorization: string) =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: { authorization } })).status;
  expect(await post('unsrv_y')).toBe(403);
  expect(await post(createHash('sha256').update('unsrv_y').digest('hex'))).toBe(200);
  await expect.poll(() => asked).toEqual(['unsrv_y']);
});
