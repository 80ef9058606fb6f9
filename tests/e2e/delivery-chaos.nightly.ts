import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { findAnyPorts } from '@unstore/processes';
import { startRconServer } from '@unstore/server-agent/rcon-server';
import { type Shop, serveShop } from '../../local/shop/shop.ts';
import { actingAs, database } from './support/database.ts';
import { createProduct } from './support/goods.ts';
import { createPerson } from './support/people.ts';
import { sell } from './support/sales.ts';

const purchases = 50;
const steps = 10;
/** How many commands have run when a process is killed: the agent and the shop in turns. */
const kills = Array.from({ length: 10 }, (_, n) => 40 * (n + 1));
const agentMain = join(import.meta.dirname, '../../packages/server-agent/src/main.ts');

test('500 deliveries survive kills of agent and shop: none is lost, and only interrupted ones run twice', async () => {
  test.setTimeout(600_000);
  const sql = database();
  const creator = await createPerson();
  const product = await createProduct({ usuario_id: creator.id, precio: 5 });
  const pasos = Array.from({ length: steps }, (_, n) => ({ orden: `give {order} ${n}`, deshacer: null }));
  let server = { servidor_id: '', clave: '' };
  await actingAs(creator, async (own) => {
    const [added] = await own`select crear_servidor('Survival', 'agente', 'online', '') as answer`;
    server = added?.answer;
    await own`select guardar_accion(${product.id}, ${own.json({
      plantilla: 'propia',
      eventos: ['concedida'],
      pasos,
      destino: 'todos',
      necesita_jugador: false,
      huecos: 0,
      retraso_s: 0,
      repetible: false,
    })})`;
  });
  for (let n = 0; n < purchases; n += 1) await sell(product);

  const ports = await findAnyPorts('shop', 'rcon');
  const serve = () => serveShop(ports.shop, { NEXT_DIST_DIR: '.next-e2e', LOG_LEVEL: 'warn' }, () => {});
  const folder = await mkdtemp(join(tmpdir(), 'unstore-agent-'));
  const settings = join(folder, 'agent.env');
  let shop: Shop = await serve();
  await writeFile(
    settings,
    [
      `UNSTORE_URL=${shop.url}`,
      `UNSTORE_KEY=${server.clave}`,
      `RCON_PORT=${ports.rcon}`,
      'RCON_PASSWORD=x',
      `JOURNAL=${join(folder, 'journal')}`,
      'POLL_SECONDS=5',
    ].join('\n'),
  );
  const runAgent = () => spawn(process.execPath, [agentMain, settings], { stdio: 'ignore' });
  let agent: ChildProcess = runAgent();

  const ran: string[] = [];
  const left = [...kills];
  let restarts = Promise.resolve();
  const restart = async (turn: number) => {
    if (turn % 2 === 0) {
      agent = runAgent();
    } else {
      shop = await serve();
    }
    // Releases the leases, which otherwise expire after a minute.
    await sql`update ordenes_servidor set arriendo_hasta = now() where servidor_id = ${server.servidor_id} and estado = 'recogida'`;
  };
  const rcon = await startRconServer(ports.rcon, (command) => {
    if (!command.startsWith('give ')) return 'There are 0 of a max of 20 players online:';
    ran.push(command);
    if (ran.length >= (left[0] ?? Number.POSITIVE_INFINITY)) {
      left.shift();
      const turn = kills.length - left.length;
      const [victim, gone] = turn % 2 === 0 ? [agent.pid, once(agent, 'exit')] : [shop.pid, shop.exited];
      process.kill(Number(victim), 'SIGKILL');
      restarts = restarts.then(async () => {
        await gone;
        await restart(turn);
      });
    }
    return 'Given.';
  });
  try {
    const states = async () =>
      Object.fromEntries(
        (
          await sql`select estado, count(*)::integer as n from ordenes_servidor
            where servidor_id = ${server.servidor_id} group by estado`
        ).map(({ estado, n }) => [estado, n]),
      );
    await expect.poll(states, { timeout: 500_000, intervals: [1_000] }).toEqual({ hecha: purchases * steps });
    await restarts;
    expect(left).toEqual([]);
    expect(new Set(ran).size).toBe(purchases * steps);
    // A kill of the agent may come between a command and its line in the journal.
    expect(ran.length - new Set(ran).size).toBeLessThanOrEqual(kills.length / 2);
    const broken = await sql`select nombre from privado.invariantes(array['entregas_al_dia', 'entregas_con_ordenes',
      'ordenes_una_vez', 'ordenes_retiradas']) where cuenta > 0`;
    expect(broken).toEqual([]);
  } finally {
    await restarts.catch(() => undefined);
    agent.kill();
    rcon.stop();
    await shop.stop();
  }
});
