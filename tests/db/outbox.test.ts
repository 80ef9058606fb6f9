import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buy, createEdition, createProduct, createUser } from './factories.ts';
import { openDatabase } from './harness.ts';
import { pagesRead } from './scans.ts';

const db = await openDatabase({ connections: 12 });
const { sql } = db;

type Mail = {
  id: string;
  clave: string;
  plantilla: string;
  idioma: string;
  destinatario: string;
  nombre: string;
  portada: string | null;
};
const take = (limit = 20) => db.asService((tx) => tx<Mail[]>`select * from tomar_correos(${limit})`);
const close = (id: string, error: string | null = null) =>
  db.callService('cerrar_correo', { p_id: id, p_error: error });
const lapse = () => sql`update correos set tomado_hasta = now() - interval '1 second' where estado = 'pendiente'`;

describe('the mail outbox', () => {
  test('gives each mail to one sender at a time, oldest first, with its recipient’s language and address', async () => {
    const user = await createUser(sql, { idioma: 'en' });
    for (let index = 0; index < 16; index += 1) await buy(db, user, { producto: await createProduct(sql) });
    const batches = await Promise.all(Array.from({ length: 8 }, () => take(2)));
    const ids = batches.flat().map(({ id }) => id);
    expect(ids).toHaveLength(16);
    expect(new Set(ids).size).toBe(16);
    for (const batch of batches)
      expect(batch.map(({ id }) => Number(id))).toEqual(batch.map(({ id }) => Number(id)).sort((a, b) => a - b));
    expect(batches[0]?.[0]).toMatchObject({ plantilla: 'recibo', idioma: 'en' });
    expect(batches[0]?.[0]?.destinatario).toMatch(/@gmail\.com$/);
    expect(await take()).toHaveLength(0);
  });

  test('gives an abandoned mail to the next sender, and a sent mail to none', async () => {
    await lapse();
    const mails = await take(2);
    expect(mails).toHaveLength(2);
    await close(String(mails[0]?.id));
    await lapse();
    const rest = await take(100);
    expect(rest.map(({ id }) => id)).not.toContain(mails[0]?.id);
    expect(rest.map(({ id }) => id)).toContain(mails[1]?.id);
  });

  test('writes ten mails of a kind a day about acts of others', async () => {
    const user = await createUser(sql);
    const write = (n: number) =>
      sql`select privado.escribir_con_medida(${user}, 'moderacion', ${`${user}:${n}`}, '{}')`;
    for (let n = 0; n < 12; n += 1) await write(n);
    const written = () => sql`select from correos where user_id = ${user} and plantilla = 'moderacion'`;
    expect(await written()).toHaveLength(10);
    await sql`update correos set created_at = created_at - interval '25 hours' where user_id = ${user}`;
    await write(12);
    expect(await written()).toHaveLength(11);
  });

  test('retries a failed mail with growing delays, sixteen times at most', async () => {
    await sql`update correos set estado = 'enviado'`;
    const user = await createUser(sql);
    await buy(db, user, { producto: await createProduct(sql) });
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 16; attempt += 1) {
      const [mail] = await take();
      await close(String(mail?.id), 'connect ECONNREFUSED');
      const [row] =
        await sql`select estado, ultimo_error, extract(epoch from tomado_hasta - now())::int as wait from correos where user_id = ${user}`;
      expect(row?.ultimo_error).toBe('connect ECONNREFUSED');
      expect(row?.estado).toBe(attempt < 16 ? 'pendiente' : 'fallido');
      waits.push(row?.wait);
      await lapse();
    }
    expect(waits.slice(0, 3).map((wait) => Math.round(wait / 60))).toEqual([2, 4, 8]);
    expect(Math.round((waits.at(-1) ?? 0) / 3600)).toBe(6);
    expect(await take()).toHaveLength(0);
  });

  test('gives mails that somebody waits for first, and bulk mails last', async () => {
    await sql`update correos set estado = 'enviado'`;
    const [user, product] = [await createUser(sql), await createProduct(sql)];
    const many = ['producto_nuevo', 'version_nueva', 'reserva', 'favorito', 'anuncio', 'resumen_creador'];
    for (const kind of many)
      await sql`insert into correos (clave, user_id, plantilla, datos)
        values (${`antes:${kind}`}, ${user}, ${kind}, ${sql.json({ pedido_id: null })})`;
    await buy(db, user, { producto: product });
    await sql`insert into correos (clave, user_id, plantilla) values ('despues', ${user}, 'segundo_factor')`;
    const links = ['cambiar_contrasena', 'confirmar_cuenta', 'codigo_confirmacion', 'aviso_cuenta'];
    for (const kind of links)
      await sql`insert into correos (clave, user_id, plantilla) values (${`despues:${kind}`}, ${user}, ${kind})`;
    expect((await take()).map(({ plantilla }) => plantilla)).toEqual([...links, 'recibo', 'segundo_factor', ...many]);
    await lapse();
    expect((await take(6)).map(({ plantilla }) => plantilla)).toEqual([...links, 'recibo', 'segundo_factor']);
  });

  test('finds the first of thousands of pending mails by an index', { tags: 'nightly' }, async () => {
    await sql`update correos set estado = 'enviado'`;
    const user = await createUser(sql);
    await sql`insert into correos (clave, user_id, plantilla, datos) select 'muchos:' || n, ${user},
      case when n % 1000 = 0 then 'recibo' else 'anuncio' end, to_jsonb(repeat('x', 1000)) from generate_series(1, 20000) n`;
    await sql`vacuum analyze correos`;
    expect(await db.asService((tx) => pagesRead(tx, 'tomar_correos()'))).toBeLessThan(1_500);
    await sql`delete from correos where clave like 'muchos:%'`;
  });

  test('adds the cover of the product of a mail', async () => {
    await sql`update correos set estado = 'enviado'`;
    const user = await createUser(sql);
    const product = await createProduct(sql, { slug: 'con-portada', portada_url: '/media/portadas/mia.webp' });
    const sale = await buy(db, user, { producto: product });
    const [order] = await sql`select id from adquisiciones where pago_id = ${sale.id}`;
    for (const [kind, data] of [
      ['favorito', { slug: 'con-portada' }],
      ['version_nueva', { pedido_id: order?.id }],
      ['segundo_factor', {}],
      ['caso', { pago_id: sale.id }],
    ] as const)
      await sql`insert into correos (clave, user_id, plantilla, datos)
        values (${`portada:${kind}`}, ${user}, ${kind}, ${sql.json(data)})`;
    const covers = Object.fromEntries((await take()).map(({ plantilla, portada }) => [plantilla, portada]));
    const cover = '/media/portadas/mia.webp';
    expect(covers).toEqual({ recibo: cover, favorito: cover, version_nueva: cover, segundo_factor: null, caso: null });
  });

  test('provides the data of a receipt to the server', async () => {
    const [giver, friend] = [await createUser(sql), await createUser(sql)];
    const payment = await buy(db, giver, {
      producto: await createProduct(sql, { nombre: 'Fragua', nombre_en: 'Forge' }),
      destinatario: friend,
    });
    const [name] = await sql`select display_name from usuarios_meta where id = ${giver}`;
    expect(await db.callService('datos_recibo', { p_pago: payment.id })).toMatchObject({
      ok: true,
      nombre: 'Fragua',
      nombre_en: 'Forge',
      total_centimos: 1000,
      estado: 'entregado',
      minecraft_name: 'Jugador_1',
      regalado_por: name?.display_name,
    });
  });
});

test('the receipt of a preordered edition names the release day of the edition', async () => {
  const [buyer, producto] = [
    await createUser(sql),
    await createProduct(sql, { reserva: true, fecha_lanzamiento: '2099-01-03' }),
  ];
  const edicion = await createEdition(sql, producto, { reserva: true, fecha_lanzamiento: '2099-02-01' });
  const payment = await buy(db, buyer, { producto, edicion });
  expect(await db.callService('datos_recibo', { p_pago: payment.id })).toMatchObject({
    articulos: [{ es_reserva: true, fecha_lanzamiento: '2099-02-01' }],
  });
});

describe('events of providers', () => {
  const receive = (p_evento_id: string) =>
    db.callService('registrar_evento', {
      p_proveedor: 'stripe',
      p_evento_id,
      p_tipo: 'checkout.session.completed',
      p_payload: { id: p_evento_id },
    });

  test('are stored once, and stay new until processed', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => receive('evt_1')));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(await receive('evt_1')).toEqual({ ok: true, nuevo: true });
    await db.callService('cerrar_evento', { p_proveedor: 'stripe', p_evento_id: 'evt_1' });
    expect(await receive('evt_1')).toEqual({ ok: true, nuevo: false });
    expect(await sql`select count(*)::int from eventos_proveedor`).toEqual([{ count: 1 }]);
  });

  test('that are still unprocessed are returned in the order of the list', async () => {
    const left = (p_eventos: string[], p_proveedor = 'stripe') =>
      db.callService('eventos_sin_tratar', { p_proveedor, p_eventos });
    await receive('evt_half');
    await receive('evt_done');
    await db.callService('cerrar_evento', { p_proveedor: 'stripe', p_evento_id: 'evt_done' });
    expect(await left(['evt_new', 'evt_done', 'evt_half'])).toEqual(['evt_new', 'evt_half']);
    expect(await left(['evt_done'])).toEqual([]);
    expect(await left(['evt_done'], 'paypal')).toEqual(['evt_done']);
  });
});

describe('views', () => {
  const view = async (p_slug: string, p_visitante: string) => {
    const key = Buffer.from(await db.callService<string>('clave_de_sellos'), 'hex');
    const p_sello = createHmac('sha256', key).update(`visita\n${p_slug}\n${p_visitante}`).digest('hex');
    return db.callAnon('registrar_visita', { p_slug, p_visitante, p_sello });
  };

  test('are counted for any visitor, and only with the seal of the shop', async () => {
    await createProduct(sql, { slug: 'inflado' });
    const key = Buffer.from(await db.callService<string>('clave_de_sellos'), 'hex');
    const own = createHmac('sha256', key)
      .update(`visita\ninflado\n${'a'.repeat(32)}`)
      .digest('hex');
    for (const [p_visitante, p_sello] of [
      ['b'.repeat(32), own],
      ['a'.repeat(32), 'f'.repeat(64)],
      ['a'.repeat(32), null],
    ]) {
      const answer = await db.callAnon('registrar_visita', { p_slug: 'inflado', p_visitante, p_sello });
      expect(answer).toEqual({ ok: false, error: 'sello_no_valido' });
    }
    expect(await sql`select visitas from productos where slug = 'inflado'`).toEqual([{ visitas: 0 }]);
  });

  test('count once per visitor, product and day, even concurrently', async () => {
    await createProduct(sql, { slug: 'visto' });
    const visitors = ['a', 'b', 'c'].map((letter) => letter.repeat(32));
    await Promise.all(Array.from({ length: 30 }, (_, index) => view('visto', visitors[index % 3] ?? '')));
    const visits = async () => (await sql`select visitas from productos where slug = 'visto'`)[0]?.visitas;
    expect(await visits()).toBe(3);
    expect(await view('visto', visitors[0] ?? '')).toEqual({ ok: true, nueva: false });
    await sql`update visitas_producto set dia = dia - 1`;
    expect(await view('visto', visitors[0] ?? '')).toEqual({ ok: true, nueva: true });
    expect(await visits()).toBe(4);
  });

  test('are of products on sale only', async () => {
    await createProduct(sql, { slug: 'en-revision', status: 'pending' });
    for (const slug of ['en-revision', 'ninguno'])
      expect(await view(slug, 'v'.repeat(32))).toEqual({ ok: false, error: 'no_existe' });
  });
});
