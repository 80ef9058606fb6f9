import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { expect } from '@playwright/test';
import { actingAs, database } from './support/database.ts';
import { createProduct, giveOrder } from './support/goods.ts';
import { test } from './support/http.ts';
import { createPerson } from './support/people.ts';

const site = () => process.env.SITE_URL ?? '';

/** What the AzLink plugin sends. */
const java = (players: object[] = []) => ({
  platform: { type: 'BUKKIT', name: 'Paper', version: '1.21.4-DEV' },
  version: '1.3.10',
  players,
  maxPlayers: 20,
  full: false,
});

/** A creator with a product that whitelists, and a server for it. */
async function connectServer(kind: 'azlink' | 'agente' = 'azlink') {
  const creator = await createPerson();
  const product = await createProduct({ usuario_id: creator.id });
  const action = {
    plantilla: 'whitelist',
    eventos: ['concedida', 'devuelta', 'lanzada'],
    pasos: [{ orden: 'whitelist add {username}', deshacer: 'whitelist remove {username}' }],
    destino: 'todos',
    necesita_jugador: false,
    huecos: 0,
    retraso_s: 0,
    repetible: true,
  };
  let server: { servidor_id: string; clave: string } | undefined;
  await actingAs(creator, async (sql) => {
    const [added] = await sql`select crear_servidor('Survival', ${kind}, 'online', '') as answer`;
    server = added?.answer;
    await sql`select guardar_accion(${product.id}, ${sql.json(action)})`;
  });
  const buyer = await createPerson();
  return {
    id: String(server?.servidor_id),
    key: String(server?.clave),
    buy: () => giveOrder(buyer, product.slug),
    states: async () =>
      (
        await database()`select estado from ordenes_servidor where servidor_id = ${String(server?.servidor_id)} order by id`
      ).map(({ estado }) => estado),
  };
}

const azlink = (key: string, body?: object | string, headers: Record<string, string> = {}) =>
  fetch(`${site()}/api/azlink`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'azuriom-link-token': key,
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'AzLink java v1.3.10',
      ...headers,
    },
    redirect: 'manual',
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

test('the AzLink plugin links with its key, fetches each command once, and reports its players', async () => {
  const server = await connectServer();
  expect((await azlink(server.key)).status).toBe(200);
  await server.buy();
  const answer = await azlink(server.key, java([{ name: 'Ana', uuid: null }]));
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ commands: { jugador_1: ['whitelist add jugador_1'] } });
  await expect.poll(server.states).toEqual(['hecha']);
  expect(await (await azlink(server.key, java())).json()).toEqual({ commands: {} });
  const [row] =
    await database()`select plataforma, plugin, max_jugadores, contacto_at > now() - interval '1 minute' as now
    from servidores where id = ${server.id}`;
  expect(row).toEqual({ plataforma: 'Paper 1.21.4-DEV', plugin: '1.3.10', max_jugadores: 20, now: true });
});

test('an Oxide server gets commands as a list with player ids, and names as it spells them', async () => {
  const server = await connectServer();
  await server.buy();
  const sent = { ...java([{ name: 'Jugador_1', uid: '76561198' }]), platform: { type: 'OXIDE', name: 'Oxide' } };
  const answer = await azlink(server.key, sent, { 'user-agent': 'AzLink Oxide v0.1.1' });
  expect(await answer.json()).toEqual({
    commands: [{ name: 'Jugador_1', uid: '76561198', values: ['whitelist add Jugador_1'] }],
  });
});

test('a wrong, missing, oversized or foreign key all get the same response', async () => {
  const agent = await connectServer('agente');
  const answers = await Promise.all(
    ['unsrv_wrong', '', agent.key, 'x'.repeat(5_000)].flatMap((key) => [azlink(key), azlink(key, java())]),
  );
  const refusals = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]));
  expect(new Set(refusals.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(refusals[0]?.[0]).toBe(403);
});

test('a response that is cut off releases its commands at once', async () => {
  const server = await connectServer();
  await server.buy();
  const body = JSON.stringify(java());
  const { hostname, port, host } = new URL(site());
  const head = [
    'POST /api/azlink HTTP/1.1',
    `Host: ${host}`,
    `Azuriom-Link-Token: ${server.key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  let leave = () => {};
  // The shop waits for the locked row of the server until the client has disconnected.
  await database().begin(async (begun) => {
    const sql = begun as unknown as ReturnType<typeof database>;
    await sql`select from servidores where id = ${server.id} for update`;
    const socket = connect(Number(port), hostname, () => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`));
    socket.on('error', () => {});
    leave = () => socket.destroy();
    await expect
      .poll(async () => {
        const [row] = await database()`select count(*)::int as waiting from pg_stat_activity
          where wait_event_type = 'Lock' and query like '%recoger_ordenes%'`;
        return row?.waiting;
      })
      .toBeGreaterThan(0);
    leave();
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  const [command] = await database()`select id from ordenes_servidor where servidor_id = ${server.id}`;
  const given = async () =>
    (await database()`select estado, intentos, fallos from ordenes_servidor where id = ${command?.id}`)[0];
  // Long before the lease of a minute expires.
  await expect.poll(given).toEqual({ estado: 'esperando', intentos: 1, fallos: 0 });
  expect(await (await azlink(server.key, java())).json()).toMatchObject({ commands: { jugador_1: expect.any(Array) } });
});

test('the AzLink endpoint limits the size of a body and the number of calls', async () => {
  const server = await connectServer();
  expect((await azlink(server.key, JSON.stringify({ players: ['x'.repeat(1_000_001)] }))).status).toBe(413);
  expect((await azlink(server.key, '{')).status).toBe(400);
  const answers = await Promise.all(Array.from({ length: 62 }, () => azlink(server.key)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a game server cannot change accounts or balances', async () => {
  const server = await connectServer();
  for (const path of ['register', 'email', 'password', 'user/1/money/add']) {
    const answer = await fetch(`${site()}/api/azlink/${path}`, {
      method: 'POST',
      body: '{}',
      headers: { 'azuriom-link-token': server.key, 'content-type': 'application/json' },
    });
    expect(answer.status, path).toBe(404);
  }
});

test('an agent leases its commands for a minute and acknowledges them', async () => {
  const server = await connectServer('agente');
  await server.buy();
  const ask = (path: string, body?: object, key = server.key) =>
    fetch(`${site()}/api/v1/deliveries${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const refused = await ask('', undefined, createHash('sha256').update(server.key).digest('hex'));
  expect(refused.status).toBe(403);
  expect(refused.headers.get('content-type')).toBe('application/problem+json');
  const { lease_seconds, deliveries } = await (await ask('')).json();
  expect(lease_seconds).toBe(60);
  expect(deliveries).toMatchObject([{ player: 'jugador_1', command: 'whitelist add jugador_1', needs_player: false }]);
  expect((await (await ask('')).json()).deliveries).toEqual([]);
  const results = [{ id: deliveries[0].id, ok: true }];
  expect(await (await ask('/ack', { results, players: [] })).json()).toEqual({ noted: 1 });
  expect(await (await ask('/ack', { results })).json()).toEqual({ noted: 0 });
  expect((await ask('/ack', { results: [{ id: 'x', ok: true }] })).status).toBe(422);
  expect(await server.states()).toEqual(['hecha']);
});
