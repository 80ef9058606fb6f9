import { expect, test } from 'vitest';
import { listFiles } from '@/components/admin/lists';
import { createBusyShop } from './books-fixture.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;
const { admin, buyer, product } = await createBusyShop(db);
await db.callAs(buyer, 'reportar', { p_tipo: 'producto', p_objeto: product, p_motivo: 'spam', p_texto: '' });

await sql`insert into eventos_proveedor (proveedor, evento_id, tipo, payload, recibido_at)
  values ('stripe', 'evt_unhandled', 'charge.refunded', '{}', now() - interval '1 hour')`;

test.each(listFiles)('the database returns every column of the file of $source', async ({ source, fileColumns }) => {
  const answer = await db.callAs(admin, 'admin_listar', { p_lista: source, p_filtros: sql.json({}) });
  expect(answer).toMatchObject({ ok: true });
  const [row] = answer.filas as Array<{ datos: Record<string, unknown> }>;
  const { datos, ...key } = row ?? { datos: {} };
  expect(Object.keys({ ...key, ...datos })).toEqual(expect.arrayContaining([...fileColumns]));
});
