import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { connectServers } from '../../local/game/connect-servers.ts';
import { buy, createProduct, createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql, url } = db;

test('the demo server whitelists buyers of every creator, and each start renews its keys', async () => {
  const creators = [await createUser(sql), await createUser(sql)];
  const products = await Promise.all(
    creators.map((usuario_id) => createProduct(sql, { usuario_id, descargable: false, category: 'evento' })),
  );
  const first = await connectServers(url, 'http://localhost:25580/');
  expect(first).toHaveLength(2);
  const buyer = await createUser(sql);
  for (const producto of products) await buy(db, buyer, { producto });
  const commands = await sql`select o.orden from ordenes_servidor o join servidores s on s.id = o.servidor_id
    where s.usuario_id = any (${creators})`;
  expect(commands.map(({ orden }) => orden)).toEqual(Array(2).fill(expect.stringMatching(/^whitelist add \w+$/)));

  const second = await connectServers(url, 'http://localhost:25580/');
  const hashes = second.map((key) => createHash('sha256').update(key).digest('hex')).sort();
  const kept = await sql`select encode(clave_hash, 'hex') as hash from servidores order by 1`;
  expect(kept.map(({ hash }) => hash)).toEqual(hashes);
  expect(first).not.toContain(second[0]);
});
