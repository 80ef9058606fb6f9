import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createEdition, createProduct, createUser, submission } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 4 });
const { sql } = db;

const json = (value: Record<string, unknown>) => sql.json(value as never);
const mod = (name: string) =>
  createUser(sql, { role: 'moderador', display_name: `${name} ${randomUUID().slice(0, 8)}` });
const print = 'a'.repeat(64);

/** A file that a creator has sent. */
async function send(creator: string, name: string): Promise<string> {
  const path = `${creator}/${randomUUID()}/${name}`;
  await sql`insert into storage.objects (bucket_id, name, metadata) values ('descargas', ${path}, ${json({ size: 1234 })})`;
  await sql`insert into huellas_descarga (ruta, usuario_id, huella, bytes)
    values (${`descargas/${path}`}, ${creator}, ${print}, 1234)`;
  return `descargas/${path}`;
}

async function createPlace() {
  const creator = await createUser(sql, { display_name: `Taller ${randomUUID().slice(0, 8)}` });
  const [onSale, edition] = [await send(creator, 'a-la-venta.zip'), await send(creator, 'edicion.zip')];
  const product = await createProduct(sql, { usuario_id: creator, download_link: onSale });
  const gold = await createEdition(sql, product, { nombre: 'Oro', download_link: edition });
  const propose = async (download_link: string, name = 'Obra') => {
    const editions = [{ id: gold, nombre: 'Oro', precio: 20, download_link: edition }];
    const sent = await db.callAs(creator, 'proponer_cambios', {
      p_producto: product,
      p_contenido: json(submission({ nombre: name, download_link, ediciones: editions })),
    });
    expect(sent).toMatchObject({ ok: true });
    const [row] = await sql`select id, md5(contenido::text) as print from revisiones_producto
      where producto_id = ${product} and estado = 'pendiente'`;
    return { id: String(row?.id), print: String(row?.print) };
  };
  return { creator, product, onSale, edition, propose };
}

const mayRead = (who: string, link: string) =>
  db.asUser(who, async (tx) => {
    const [row] = await tx`select privado.puede_leer('descargas', ${link.slice('descargas/'.length)}) as may`;
    return row?.may === true;
  });
const reject = (who: string, id: string, p_huella: string) =>
  db.callAs(who, 'decidir_revision', {
    p_revision: id,
    p_huella,
    p_aprobar: false,
    p_motivos: ['archivo'],
    p_nota: '',
  });

test('moderators can read all files of a product while a revision is pending', async () => {
  const { creator, onSale, edition, propose } = await createPlace();
  const one = await mod('Uno');
  expect(await mayRead(one, onSale)).toBe(false);
  const [rejected, proposed, unsent] = [
    await send(creator, 'rechazado.zip'),
    await send(creator, 'nuevo.zip'),
    await send(creator, 'otro.zip'),
  ];
  const first = await propose(rejected);
  await reject(one, first.id, first.print);
  expect(await mayRead(one, rejected)).toBe(false);
  await propose(proposed);
  for (const link of [proposed, edition, onSale, rejected]) expect(await mayRead(one, link), link).toBe(true);
  expect(await mayRead(one, unsent)).toBe(false);
  for (const link of [proposed, onSale]) {
    expect([await mayRead(creator, link), await mayRead(await createUser(sql), link)]).toEqual([false, false]);
  }
});

test('a revision lists its files with size and hash, earlier decisions and returned versions', async () => {
  const { creator, product, onSale, edition, propose } = await createPlace();
  const one = await mod('Uno');
  const proposed = await send(creator, 'nuevo.zip');
  const read = async (id: string) => db.callAs(one, 'revision_para_decidir', { p_revision: id });
  const first = await propose(proposed, 'Primera');
  expect(await read(first.id)).toMatchObject({ anterior: null, historia: [] });
  await reject(one, first.id, first.print);
  const second = await propose(proposed, 'Segunda');
  const [person] = await sql`select display_name from usuarios_meta where id = ${one}`;
  const shown = await read(second.id);
  expect(shown).toMatchObject({
    anterior: { nombre: 'Primera' },
    despues: { nombre: 'Segunda' },
    historia: [{ estado: 'rechazada', quien: person?.display_name }],
    creador: { id: creator, role: 'user' },
  });
  const known = {
    bytes: 1234,
    huella: print,
    resultado: null,
    hallazgo: null,
    analizado_at: null,
    subido_at: expect.any(String),
  };
  expect(shown.archivos).toEqual({ [onSale]: known, [edition]: known, [proposed]: known });

  // A version with requested changes is compared, too; one approved since is not.
  const asked = { p_revision: second.id, p_huella: second.print, p_motivos: [], p_texto: 'Otra portada' };
  expect(await db.callAs(one, 'pedir_cambios', asked)).toEqual({ ok: true });
  const third = await propose(proposed, 'Tercera');
  expect(await read(third.id)).toMatchObject({ anterior: { nombre: 'Segunda' } });
  await db.callAs(one, 'decidir_revision', {
    p_revision: third.id,
    p_huella: third.print,
    p_aprobar: true,
    p_motivos: [],
    p_nota: '',
  });
  expect(await read((await propose(proposed, 'Cuarta')).id)).toMatchObject({ anterior: null });
  expect(product).toBeTruthy();
});

test('an edition keeps a file of another creator that it had, and no other edition may have it', async () => {
  const [creator, earlier] = [await createUser(sql), await createUser(sql)];
  const file = await send(earlier, 'heredado.zip');
  const [inherited, other] = [
    await createProduct(sql, { usuario_id: creator }),
    await createProduct(sql, { usuario_id: creator }),
  ];
  const edition = await createEdition(sql, inherited, { nombre: 'Oro', download_link: file });
  const propose = (p_producto: string, id?: string) =>
    db.callAs(creator, 'proponer_cambios', {
      p_producto,
      p_contenido: json(submission({ ediciones: [{ id, nombre: 'Oro', precio: 20, download_link: file }] })),
    });
  expect(await propose(inherited, edition)).toMatchObject({ ok: true });
  expect(await propose(other)).toMatchObject({ ok: false });
});
