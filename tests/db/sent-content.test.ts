import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { draftLimits } from '@/lib/publish/types';
import { createProduct, createUser, decideRevision, submission } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;

const creator = await createUser(sql);
const [onSale, another] = [
  await createProduct(sql, { usuario_id: creator }),
  await createProduct(sql, { usuario_id: creator }),
];
const whole = submission({
  oferta: null,
  generos: ['Aventura'],
  compatibles: ['1.21'],
  ediciones: [{ nombre: 'Oro', precio: 19.99, oferta: null }],
  imagenes: [{ url: '/media/portadas/1.webp', ancho: 1600, alto: 900, blur: null }],
});
const longestKinds = Array.from({ length: 10 }, () => 'x'.repeat(draftLimits.genres / 10));
const send = async (change: Record<string, unknown>) => {
  const p_contenido = sql.json({ ...whole, ...change } as never);
  const slug = `enviado-${randomUUID()}`;
  return [
    await db.callAs(creator, 'crear_producto', { p_slug: slug, p_contenido }),
    await db.callAs(creator, 'proponer_cambios', { p_producto: onSale, p_contenido }),
  ].map(({ ok, error }) => (ok ? 'sent' : error));
};
const edition = (change: Record<string, unknown>) => ({ ediciones: [{ nombre: 'Oro', precio: 19.99, ...change }] });
const bundle = (change: Record<string, unknown>) => ({
  bundles: [{ nombre: 'Pack', descripcion: '', precio: 15, productos: [another], ...change }],
});

describe('submitted content of a new or changed product', () => {
  test('is accepted as the form sends it', async () => {
    expect(await send({})).toEqual(['sent', 'sent']);
    expect(await send({ nombre_en: null, fecha_lanzamiento: null, video_trailer: '' })).toEqual(['sent', 'sent']);
    expect(await send(bundle({}))).toEqual(['sent', 'sent']);
    // The price of a new product was never on sale, so no offer can refer to it.
    expect(await send({ oferta: 5 })).toEqual(['oferta_sin_precio', 'sent']);
    expect(await send({ generos: longestKinds })).toEqual(['sent', 'sent']);
    expect(await send({ generos: [] })).toEqual(['sent', 'sent']);
    // Prices are compared in cents.
    expect(await send(edition({ oferta: 19.994 }))).toEqual(['sent', 'sent']);
  });

  test.each<[what: string, change: Record<string, unknown>]>([
    ['no name', { nombre: undefined }],
    ['a name that is null', { nombre: null }],
    ['a name of spaces', { nombre: '   ' }],
    ['a name that is too long', { nombre: 'x'.repeat(81) }],
    ['a name that is a number', { nombre: 5 }],
    ['an English name that is too long', { nombre_en: 'x'.repeat(81) }],
    ['no price', { precio: undefined }],
    ['a price that is null', { precio: null }],
    ['a price that is a word', { precio: 'mucho' }],
    ['an offer above the price', { oferta: 12 }],
    ['an offer below 0', { oferta: -1 }],
    ['an offer that is a list', { oferta: [] }],
    ['editions that are texts', { ediciones: ['x'] }],
    ['an edition without a name', edition({ nombre: ' ' })],
    ['an edition with a long name', edition({ nombre: 'x'.repeat(41) })],
    ['an edition without a price', edition({ precio: null })],
    ['an edition with an offer above its price', edition({ oferta: 20 })],
    ['an edition with an offer half a cent above its price', edition({ oferta: 19.995 })],
    ['an edition with an offer below half a cent', edition({ oferta: 0.004 })],
    ['an edition that says too much', edition({ incluye: 'x'.repeat(601) })],
    ['an edition on no day', edition({ fecha_lanzamiento: '2030-02-31' })],
    ['an edition with another id than one', edition({ id: 'x' })],
    ['editions of one name', { ediciones: [...edition({}).ediciones, ...edition({}).ediciones] }],
    ['kinds that are null', { generos: [null] }],
    ['kinds that are no list', { generos: null }],
    ['a kind that is too long', { generos: ['x'.repeat(draftLimits.genre + 1)] }],
    ['kinds that are too long together', { generos: [...longestKinds, 'y'] }],
    ['a flag that is a text', { club_only: 'sí' }],
    ['a text that is an object', { aviso_legal: {} }],
    ['pictures that are texts', { imagenes: ['/media/portadas/1.webp'] }],
    ['pictures without an address', { imagenes: [{}] }],
    ['a day that is none', { fecha_lanzamiento: 'mañana' }],
    ['a trailer from elsewhere', { video_trailer: 'https://evil.example/x' }],
    ['a version that is too long', { version: 'x'.repeat(21) }],
    ['news that are too long', { version: '2', novedades: 'x'.repeat(2001) }],
    ['no cover', { portada_url: '' }],
    ['a cover that is not named', { portada_url: undefined }],
    ['nothing to download', { download_link: '' }],
    ['a download without encryption', { download_link: 'http://ejemplo.test/torre.zip' }],
    ['a download with credentials', { download_link: 'https://ana:clave@ejemplo.test/torre.zip' }],
    ['a download that is a script', { download_link: 'javascript:alert(1)' }],
    ['nothing to download, said by silence', { descargable: undefined, download_link: undefined }],
    ['a reservation without a day', { reserva: true }],
    ['a price above the most', { precio: 99.01 }],
    ['an edition above the most', edition({ precio: 5000 })],
    ['an edition below half a cent', edition({ precio: 0.004 })],
    ['editions of one name in other letters', { ediciones: ['Oro', 'ORO'].map((nombre) => ({ nombre, precio: 20 })) }],
    ['a bundle with a number as its name', bundle({ nombre: 5 })],
    ['a bundle with a name that is too long', bundle({ nombre_en: 'x'.repeat(81) })],
  ])('is refused with %s', async (_what, change) => {
    expect(await send(change)).toEqual(['datos_no_validos', 'datos_no_validos']);
  });

  test('cannot have a price below half a cent, which would be free', async () => {
    expect(await send({ precio: 0.004, oferta: null, ediciones: [] })).toEqual([
      'precio_no_valido',
      'precio_no_valido',
    ]);
  });

  test('can extend an own product, unless that is gone at the approval', async () => {
    const extension = async (base_id: unknown) =>
      db.callAs(creator, 'proponer_cambios', {
        p_producto: onSale,
        p_contenido: sql.json({ ...whole, DLC: true, base_id } as never),
      });
    for (const base of [await createProduct(sql), randomUUID(), onSale, null, 'x']) {
      expect(await extension(base), String(base)).toEqual({ ok: false, error: 'base_no_valida' });
    }
    const slug = `enviado-${randomUUID()}`;
    const p_contenido = sql.json({ ...whole, DLC: true, base_id: randomUUID() } as never);
    expect(await db.callAs(creator, 'crear_producto', { p_slug: slug, p_contenido })).toMatchObject({
      error: 'base_no_valida',
    });
    const base = await createProduct(sql, { usuario_id: creator });
    expect(await extension(base)).toMatchObject({ ok: true });
    await sql`delete from productos where id = ${base}`;
    const [revision] =
      await sql`select id from revisiones_producto where producto_id = ${onSale} and estado = 'pendiente'`;
    const decision = { p_revision: revision?.id, p_aprobar: true, p_motivos: [], p_nota: '' };
    const moderator = await createUser(sql, { role: 'moderador' });
    expect(await decideRevision(db, moderator, decision)).toMatchObject({ ok: true });
    expect(await sql`select "DLC" as dlc, base_id from productos where id = ${onSale}`).toEqual([
      { dlc: true, base_id: null },
    ]);
    // A foreign base from before may stay.
    const foreign = await createProduct(sql);
    await sql`update productos set base_id = ${foreign} where id = ${onSale}`;
    expect(await extension(foreign)).toMatchObject({ ok: true });
  });

  test('needs no file if the product is not downloadable', async () => {
    expect(await send({ descargable: false, download_link: '' })).toEqual(['sent', 'sent']);
  });

  test('is refused with a duplicate edition', async () => {
    const id = randomUUID();
    for (const again of [id, id.toUpperCase()]) {
      const ediciones = [
        { id, nombre: 'Oro', precio: 20 },
        { id: again, nombre: 'Plata', precio: 20 },
      ];
      expect(await send({ ediciones })).toEqual(['datos_no_validos', 'datos_no_validos']);
    }
  });
});

test.each<[string, number, (n: number) => unknown]>([
  ['ediciones', 10, (n) => ({ nombre: `Edición ${n}`, precio: 20, oferta: null })],
  ['imagenes', 20, (n) => ({ url: `/media/portadas/${n}.webp`, ancho: 1600, alto: 900, blur: null })],
  ['compatibles', 30, (n) => `1.${n}`],
  ['generos', 150, () => 'x'],
  ['bundles', 5, (n) => ({ nombre: `Pack ${n}`, descripcion: '', precio: 15, productos: [another] })],
])('%s are at most %d', async (field, most, make) => {
  const accepts = async (count: number) => {
    const content = { ...whole, [field]: Array.from({ length: count }, (_, n) => make(n)) };
    const [row] = await sql`select privado.contenido_valido(${sql.json(content as never)}) as accepted`;
    return row?.accepted;
  };
  expect([await accepts(most), await accepts(most + 1)]).toEqual([true, false]);
});
