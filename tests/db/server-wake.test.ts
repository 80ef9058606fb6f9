import { createHash } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { listen } from '../e2e/support/listener.ts';
import { buy, createProduct, createUser } from './factories.ts';
import { addAction, fetchCommands, whitelist } from './servers-fixture.ts';
import { openShop } from './shop-harness.ts';

vi.mock('@/lib/core/log', () => ({ log: { info: vi.fn(), warn: vi.fn(), error: vi.fn() } }));

const { db } = await openShop();
const { sql } = db;
const { wakeServers } = await import('@/lib/servers/wake');

let creator: string;
let product: string;

beforeEach(async () => {
  await sql`update servidores set aviso_url = null`;
  creator = await createUser(sql);
  product = await createProduct(sql, { usuario_id: creator });
});

const add = (url: string | null, type = 'azlink') =>
  db.callAs(creator, 'crear_servidor', {
    p_nombre: 'Survival',
    p_tipo: type,
    p_identidad: 'online',
    p_prefijo: '',
    p_aviso_url: url,
  });
const order = async () => buy(db, await createUser(sql), { producto: product });

test('a server is notified once of new commands, authenticated by the hash of its key', async () => {
  const plugin = await listen(() => 200);
  const key = String((await add(`${new URL(plugin.address).origin}/`)).clave);
  await addAction(db, creator, product, whitelist);
  await order();
  // It has never called: nothing listens there yet.
  expect(await wakeServers()).toBe(0);
  expect(await fetchCommands(db, key, [])).toHaveLength(1);
  await order();
  const woken = await Promise.all([wakeServers(), wakeServers(), wakeServers()]);
  expect(woken.reduce((sum, each) => sum + each, 0)).toBe(1);
  expect(plugin.heard.map(({ headers }) => headers.authorization)).toEqual([
    createHash('sha256').update(key).digest('hex'),
  ]);
  expect(await wakeServers()).toBe(0);
  await order();
  expect(await wakeServers()).toBe(1);
});

test('a server that is silent, removed or without due commands is not notified', async () => {
  const plugin = await listen(() => 200);
  const key = String((await add(`${new URL(plugin.address).origin}/`)).clave);
  await fetchCommands(db, key, []);
  expect(await wakeServers()).toBe(0);
  await addAction(db, creator, product, { ...whitelist, retraso_s: 600 });
  await order();
  expect(await wakeServers()).toBe(0);
  await sql`update ordenes_servidor set disponible_at = now()`;
  await sql`update servidores set contacto_at = now() - interval '11 minutes'`;
  expect(await wakeServers()).toBe(0);
  await fetchCommands(db, key, []);
  await order();
  await sql`update ordenes_servidor set disponible_at = now()`;
  await sql`select privado.cerrar_servidores(${creator})`;
  expect(await wakeServers()).toBe(0);
  expect(plugin.heard).toEqual([]);
});

test('a server is woken from the moment a command is due, within ten minutes of its last call', async () => {
  const key = String((await add('http://127.0.0.1:1/')).clave);
  await addAction(db, creator, product, whitelist);
  await fetchCommands(db, key, []);
  await order();
  // Within a transaction, `now()` stands still.
  const woken = (contact: string, due: string) =>
    sql.begin(async (begun) => {
      const tx = begun as unknown as typeof sql;
      await tx`update servidores set contacto_at = now() - ${contact}::interval, avisado_at = null
        where usuario_id = ${creator}`;
      await tx`update ordenes_servidor set disponible_at = now() + ${due}::interval
        where servidor_id in (select id from servidores where usuario_id = ${creator})`;
      return (await tx`select from tomar_avisos_servidor()`).length;
    });
  expect(await woken('9 minutes 59.999999 seconds', '0')).toBe(1);
  expect(await woken('10 minutes', '0')).toBe(0);
  expect(await woken('0', '1 microsecond')).toBe(0);
});

test('a wake-up address that does not respond delays nothing', async () => {
  const key = String((await add('http://127.0.0.1:1/')).clave);
  await addAction(db, creator, product, whitelist);
  await fetchCommands(db, key, []);
  await order();
  expect(await wakeServers()).toBe(0);
  expect(await fetchCommands(db, key, [])).toHaveLength(1);
});

test('a wake-up address is a host and a port of an AzLink server, visible to its creator only', async () => {
  for (const url of ['ftp://a/', 'http://a/x', 'http://a', 'http://ana:b@a/', "http://a'/"]) {
    expect(await add(url)).toMatchObject({ ok: false, error: 'datos_no_validos' });
  }
  expect(await add('http://mc.example.com:25588/', 'agente')).toMatchObject({ ok: false, error: 'datos_no_validos' });
  expect(await add('http://mc.example.com:25588/')).toMatchObject({ ok: true });
  expect(await db.callAs(creator, 'mis_servidores')).toMatchObject([{ aviso_url: 'http://mc.example.com:25588/' }]);
  expect(await db.callAs(await createUser(sql), 'mis_servidores')).toEqual([]);
});
