import { createTranslator } from 'next-intl';
import { describe, expect, test } from 'vitest';
import { templates } from '@/lib/mail/templates';
import type { MailContext, MailTexts } from '@/lib/mail/types';
import { notificationRow } from '@/lib/notifications/rows';
import es from '@/messages/es.json' with { type: 'json' };
import { buy, createBundle, createProduct, createUser, type OpenPayment, refundAll } from './factories.ts';
import { openDatabase, type Sql } from './harness.ts';

const db = await openDatabase({ connections: 8 });
const { sql } = db;

const bellOf = async (user: string, tipo: string) =>
  (
    await sql`select datos, leida_at is not null as leida from notificaciones
      where user_id = ${user} and tipo = ${tipo} order by id`
  ).map((row) => ({ ...row }));
const mailed = async (user: string, plantilla: string) =>
  (await sql`select datos from correos where user_id = ${user} and plantilla = ${plantilla} order by id`).map(
    ({ datos }) => datos,
  );
const facts = (payment: OpenPayment, hechos: Record<string, unknown>) =>
  db.callService('anotar_reversiones', {
    p_proveedor: 'stripe',
    p_referencia: payment.reference,
    p_hechos: sql.json(hechos as never),
  });
const yesterday = () =>
  sql`select privado.inicio_del_dia(privado.hoy()) - interval '1 hour' as at`.then(([row]) => String(row?.at));

describe('sales', () => {
  test('of a day are one notification with a counter, even if concurrent', async () => {
    const creator = await createUser(sql);
    const producto = await createProduct(sql, { usuario_id: creator, nombre: 'Torre' });
    const first = await buy(db, await createUser(sql), { producto });
    await db.callService('anunciar_ventas', { p_pago: first.id });
    expect(await bellOf(creator, 'venta')).toMatchObject([{ datos: { cuantas: 1, centimos: 200, nombre: 'Torre' } }]);
    await db.callAs(creator, 'marcar_avisos_leidos');
    await db.callService('anunciar_ventas');
    expect(await bellOf(creator, 'venta')).toMatchObject([{ leida: true }]);
    await buy(db, await createUser(sql), { producto });
    await Promise.all([1, 2, 3].map(() => db.callService('anunciar_ventas')));
    expect(await bellOf(creator, 'venta')).toMatchObject([{ datos: { cuantas: 2, centimos: 400 }, leida: false }]);
  });

  test('are summarised by mail after the day, unless the creator has opted out', async () => {
    const [eager, quiet, idle] = await Promise.all([1, 2, 3].map(() => createUser(sql)));
    await db.callAs(String(quiet), 'guardar_preferencias', { p_resenas: true, p_resumen: false });
    for (const creator of [eager, quiet]) {
      const producto = await createProduct(sql, { usuario_id: creator });
      for (const buyer of [await createUser(sql), await createUser(sql)]) await buy(db, buyer, { producto });
      // Nothing else may move a row of the ledger to another day.
      await sql.begin(async (begun) => {
        const tx = begun as unknown as Sql;
        await tx`set local session_replication_role = replica`;
        await tx`update movimientos_ingresos set created_at = ${await yesterday()} where usuario_id = ${String(creator)}`;
      });
      await sql`insert into follows (follower_id, following_id, created_at)
        values (${String(idle)}, ${String(creator)}, ${await yesterday()})`;
    }
    await db.callService('resumir_ayer');
    expect(await mailed(String(eager), 'resumen_creador')).toMatchObject([
      { ventas: 2, centimos: 400, seguidores: 1, resenas: 0, devueltas: 0 },
    ]);
    expect(await mailed(String(quiet), 'resumen_creador')).toEqual([]);
    expect(await mailed(String(idle), 'resumen_creador')).toEqual([]);
    expect(await db.callService('resumir_ayer')).toBe(0);
  });
});

test('followers, reviews and refunds are summarised from the beginning of a day to its end', async () => {
  const creator = await createUser(sql);
  const producto = await createProduct(sql, { usuario_id: creator });
  const [day] =
    await sql`select privado.inicio_del_dia(privado.hoy() - 1) as begin, privado.inicio_del_dia(privado.hoy()) as end`;
  const [begin, end] = [day?.begin as Date, day?.end as Date];
  const before = new Date(begin.getTime() - 1);
  for (const created_at of [before, begin, end]) {
    const person = await createUser(sql);
    await sql`insert into follows ${sql({ follower_id: person, following_id: creator, created_at })}`;
    await sql`insert into resenas ${sql({ producto_id: producto, user_id: person, estrellas: 5, created_at })}`;
    const payment = await buy(db, person, { producto });
    await refundAll(db, payment);
    await sql`update reembolsos set hecho_at = ${created_at} where pago_id = ${payment.id}`;
  }
  await sql`insert into resenas ${sql({
    ...{ producto_id: producto, user_id: await createUser(sql), estrellas: 1, created_at: begin },
    ...{ oculta: true, oculta_motivo: 'Publicidad' },
  })}`;
  await db.callService('resumir_ayer');
  expect(await mailed(creator, 'resumen_creador')).toMatchObject([
    { ventas: 0, centimos: 0, seguidores: 1, resenas: 1, devueltas: 1 },
  ]);
});

test('followers of a day are one notification; following again does not notify twice', async () => {
  const [creator, ana, eva] = await Promise.all([1, 2, 3].map(() => createUser(sql)));
  const follow = (who: unknown) =>
    db.asUser(
      String(who),
      (tx) => tx`insert into follows (follower_id, following_id) values (${String(who)}, ${String(creator)})`,
    );
  await follow(ana);
  await db.callAs(String(creator), 'marcar_avisos_leidos');
  await sql`delete from follows where follower_id = ${String(ana)}`;
  await follow(ana);
  expect(await bellOf(String(creator), 'seguidores')).toMatchObject([{ datos: { cuantos: 1 }, leida: true }]);
  await follow(eva);
  const [{ username } = {}] = await sql`select username from usuarios_meta where id = ${String(eva)}`;
  expect(await bellOf(String(creator), 'seguidores')).toMatchObject([
    { datos: { cuantos: 2, de: username }, leida: false },
  ]);
});

describe('a new follower of a day', () => {
  const follow = (who: string, creator: string) =>
    db.asUser(who, (tx) => tx`insert into follows (follower_id, following_id) values (${who}, ${creator})`);

  test('is announced although another has left', async () => {
    const [creator, ana, eva] = [await createUser(sql), await createUser(sql), await createUser(sql)];
    await follow(ana, creator);
    await db.callAs(creator, 'marcar_avisos_leidos');
    await sql`delete from follows where follower_id = ${ana}`;
    await follow(eva, creator);
    const [{ username } = {}] = await sql`select username from usuarios_meta where id = ${eva}`;
    expect(await bellOf(creator, 'seguidores')).toMatchObject([{ datos: { cuantos: 1, de: username }, leida: false }]);
  });

  test('is counted with concurrent ones', async () => {
    const creator = await createUser(sql);
    const fans = await Promise.all(Array.from({ length: 8 }, () => createUser(sql)));
    await Promise.all(fans.map((fan) => follow(fan, creator)));
    expect(await bellOf(creator, 'seguidores')).toMatchObject([{ datos: { cuantos: 8 } }]);
  });
});

describe('reviews', () => {
  const review = (who: string, producto: string, texto = 'Muy buena') =>
    db.callAs(who, 'escribir_resena', { p_producto: producto, p_estrellas: 4, p_texto: texto });

  test('notify the creator once, and replies notify the reviewer once, in the shop and by mail', async () => {
    const [creator, buyer] = await Promise.all([createUser(sql), createUser(sql)]);
    const producto = await createProduct(sql, { usuario_id: creator });
    await buy(db, buyer, { producto });
    const { resena_id: id } = await review(buyer, producto);
    await review(buyer, producto, 'Mejor aún');
    expect(await bellOf(creator, 'resena')).toMatchObject([{ datos: { resena_id: id, estrellas: 4 } }]);
    expect(await mailed(creator, 'resena')).toMatchObject([{ resena_id: id, texto: 'Muy buena' }]);
    expect(await db.callAs(creator, 'mis_resenas', { p_pendientes: true })).toMatchObject({
      pendientes: 1,
      resenas: [{ id, texto: 'Mejor aún', editada: true, respuesta: null }],
    });
    await db.callAs(creator, 'responder_resena', { p_resena: id, p_texto: 'Gracias' });
    await db.callAs(creator, 'responder_resena', { p_resena: id, p_texto: '' });
    await db.callAs(creator, 'responder_resena', { p_resena: id, p_texto: 'Gracias otra vez' });
    expect(await bellOf(buyer, 'respuesta')).toMatchObject([{ datos: { resena_id: id } }]);
    expect(await mailed(buyer, 'respuesta')).toMatchObject([{ texto: 'Gracias otra vez' }]);
    expect(await db.callAs(creator, 'mis_resenas', { p_pendientes: true })).toMatchObject({
      pendientes: 0,
      resenas: [],
    });
    expect(await db.callAs(creator, 'mis_resenas', { p_pendientes: true, p_resena: id })).toMatchObject({
      resenas: [{ respuesta: 'Gracias otra vez' }],
    });
    expect(await db.callAs(buyer, 'mis_resenas', { p_pendientes: false, p_resena: id })).toMatchObject({ resenas: [] });
  });

  test('that are deleted and rewritten notify once, with a link to the current one', async () => {
    const [creator, buyer] = await Promise.all([createUser(sql), createUser(sql)]);
    const producto = await createProduct(sql, { usuario_id: creator });
    await buy(db, buyer, { producto });
    await review(buyer, producto);
    await db.callAs(creator, 'marcar_avisos_leidos');
    await db.callAs(buyer, 'borrar_resena', { p_producto: producto });
    const { resena_id: id } = await review(buyer, producto, 'Otra vez');
    expect(await bellOf(creator, 'resena')).toMatchObject([{ datos: { resena_id: id }, leida: true }]);
    expect(await mailed(creator, 'resena')).toMatchObject([{ texto: 'Otra vez' }]);
  });

  test('that are deleted, and withdrawn answers, are not sent any more', async () => {
    const [creator, buyer] = [await createUser(sql), await createUser(sql)];
    const producto = await createProduct(sql, { usuario_id: creator });
    await buy(db, buyer, { producto });
    const { resena_id } = await review(buyer, producto);
    await db.callAs(creator, 'responder_resena', { p_resena: resena_id, p_texto: 'Gracias' });
    await db.callAs(creator, 'responder_resena', { p_resena: resena_id, p_texto: '' });
    expect(await mailed(buyer, 'respuesta')).toEqual([]);
    await db.callAs(buyer, 'borrar_resena', { p_producto: producto });
    expect(await mailed(creator, 'resena')).toEqual([]);
  });

  test('of one day all notify in the shop, with ten mails at most and none after an opt-out', async () => {
    const [loved, quiet] = await Promise.all([createUser(sql), createUser(sql)]);
    await db.callAs(quiet, 'guardar_preferencias', { p_resenas: false, p_resumen: true });
    const products = [
      await createProduct(sql, { usuario_id: loved, precio: 0 }),
      await createProduct(sql, { usuario_id: quiet, precio: 0 }),
    ];
    for (let index = 0; index < 12; index += 1) {
      const fan = await createUser(sql);
      for (const producto of products) {
        await sql`insert into adquisiciones (user_id, producto_id, precio_pagado, minecraft_name, origen)
          values (${fan}, ${producto}, 0, 'Jugador_1', 'codigo')`;
        await review(fan, producto);
      }
    }
    expect([(await bellOf(loved, 'resena')).length, (await mailed(loved, 'resena')).length]).toEqual([12, 10]);
    expect([(await bellOf(quiet, 'resena')).length, (await mailed(quiet, 'resena')).length]).toEqual([12, 0]);
  });
});

describe('reversed money', () => {
  const sell = async () => {
    const creator = await createUser(sql);
    const products = [1, 2].map(() => createProduct(sql, { usuario_id: creator }));
    const bundle = await createBundle(sql, await Promise.all(products), { nombre: 'Pack doble', precio: 20 });
    return { creator, payment: await buy(db, await createUser(sql), { bundle }) };
  };
  const dispute = (fase: string, version: number) => ({
    disputas: [{ referencia: 'dp_1', fase, version, centimos: 2000, abierta_at: new Date().toISOString() }],
  });

  test('by a dispute is reported once when it opens and once when it is decided, with the amounts', async () => {
    const { creator, payment } = await sell();
    await facts(payment, dispute('consulta', 1));
    expect(await bellOf(creator, 'disputa')).toEqual([]);
    for (const version of [2, 2, 3]) await facts(payment, dispute('abierta', version));
    await facts(payment, dispute('ganada', 4));
    const both = [
      { fase: 'abierta', centimos: 400, nombre: 'Pack doble' },
      { fase: 'ganada', nombre: 'Pack doble' },
    ];
    expect((await bellOf(creator, 'disputa')).map(({ datos }) => datos)).toMatchObject(both);
    expect(await mailed(creator, 'disputa_venta')).toMatchObject(both);
    const [order] = await sql`select 1 from adquisiciones where pago_id = ${payment.id}
      and id = ${String((await mailed(creator, 'disputa_venta'))[0]?.pedido_id)}`;
    expect(order).toBeDefined();
    // Movements of a dispute are reported with it, not as a refund.
    expect(await bellOf(creator, 'venta_devuelta')).toEqual([]);
  });

  test('by a lost dispute is reported as lost', async () => {
    const { creator, payment } = await sell();
    await facts(payment, {
      disputas: [{ ...dispute('abierta', 1).disputas[0], referencia: 'dp_2' }],
    });
    await facts(payment, { disputas: [{ ...dispute('perdida', 2).disputas[0], referencia: 'dp_2' }] });
    expect((await bellOf(creator, 'disputa')).map(({ datos }) => datos)).toMatchObject([
      { fase: 'abierta' },
      { fase: 'perdida' },
    ]);
    expect(await bellOf(creator, 'venta_devuelta')).toEqual([]);
  });

  test('by a refund after a won dispute is reported as a refund', async () => {
    const { creator, payment } = await sell();
    for (const [fase, version] of [
      ['abierta', 1],
      ['ganada', 2],
    ] as const)
      await facts(payment, { disputas: [{ ...dispute(fase, version).disputas[0], referencia: 'dp_3' }] });
    await facts(payment, { reembolsos: [{ referencia: 're_10', estado: 'hecho', centimos: 2000 }] });
    const taken = { centimos: -400, nombre: 'Pack doble' };
    expect((await bellOf(creator, 'venta_devuelta')).map(({ datos }) => datos)).toMatchObject([taken]);
    expect(await mailed(creator, 'venta_devuelta')).toMatchObject([taken]);
  });

  test('by a refund is reported with its reason in one message, and again if it fails', async () => {
    const { creator, payment } = await sell();
    const admin = await createUser(sql, { role: 'admin' });
    const asked = await db.callAs(admin, 'pedir_reembolso', { p_pago: payment.id, p_motivo: 'El mapa no carga' });
    const refund = (estado: string) => ({
      reembolsos: [{ propio: asked.reembolso_id, referencia: 're_9', estado, centimos: 2000 }],
    });
    for (const state of ['pendiente', 'hecho', 'hecho']) await facts(payment, refund(state));
    const taken = { centimos: -400, motivo: 'El mapa no carga', nombre: 'Pack doble' };
    expect((await bellOf(creator, 'venta_devuelta')).map(({ datos }) => datos)).toMatchObject([taken]);
    expect(await mailed(creator, 'venta_devuelta')).toMatchObject([taken]);
    await facts(payment, refund('fallido'));
    expect((await bellOf(creator, 'venta_devuelta')).map(({ datos }) => datos)).toMatchObject([
      taken,
      { centimos: 400 },
    ]);
  });
});

test('the first purchase is notified once as an achievement', async () => {
  const buyer = await createUser(sql);
  for (const producto of [await createProduct(sql), await createProduct(sql)]) await buy(db, buyer, { producto });
  expect(await bellOf(buyer, 'logro')).toEqual([{ datos: { logro: 'primera_compra' }, leida: false }]);
});

test('every kind of notification and mail has a readable text', async () => {
  const rows =
    await sql`select distinct on (tipo, datos ->> 'fase', datos ->> 'motivo') id, tipo, datos, leida_at::text,
    created_at::text from notificaciones`;
  const unread = rows.flatMap((row) => {
    const read = notificationRow.safeParse(row);
    return read.success ? [] : [`${row.tipo}: ${read.error.message}`];
  });
  expect(unread).toEqual([]);
  expect(new Set(rows.map(({ tipo }) => tipo))).toEqual(
    new Set(['caso', 'venta', 'seguidores', 'disputa', 'venta_devuelta', 'logro', 'resena', 'respuesta']),
  );
  const t = createTranslator({ locale: 'es', messages: es, namespace: 'mail' }) as unknown as MailTexts;
  const client = undefined as unknown as MailContext['client'];
  const kinds = ['resena', 'respuesta', 'disputa_venta', 'venta_devuelta', 'resumen_creador'];
  const mails = await sql<{ plantilla: string; datos: unknown }[]>`select distinct on (plantilla) plantilla, datos
    from correos where plantilla = any (${kinds})`;
  expect(mails.map(({ plantilla }) => plantilla).sort()).toEqual([...kinds].sort());
  for (const { plantilla, datos } of mails) {
    const mail = await templates[plantilla]?.({
      client,
      data: datos,
      locale: 'es',
      siteUrl: 'https://shop.test',
      recipient: 'Ana',
      t,
    });
    expect(mail?.subject).not.toMatch(/[{}]|undefined/);
  }
});
