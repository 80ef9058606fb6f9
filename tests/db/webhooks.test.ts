import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { beforeEach, expect, test } from 'vitest';
import { type EventType, event, eventTypes } from '@/lib/hooks/schema';
import { messageOfEvent } from '@/lib/hooks/send';
import { topics } from '@/lib/hooks/types';
import { buy, createProduct, createUser, openDispute, refundAll, reportReversals, winDispute } from './factories.ts';
import { type Answer, openDatabase, type Sql } from './harness.ts';

const db = await openDatabase({ connections: 8 });
const { sql } = db;

type Due = {
  id: string;
  arriendo: string;
  tipo: EventType;
  suceso_id: string;
  created_at: string;
  datos: object;
  secretos: string[];
};

const url = 'https://bot.example/hook';
const unknown = { ok: false, error: 'no_existe' };

async function addHook(creator: string, p_temas: readonly string[] = topics, p_url = url) {
  const { webhook_id, secreto } = await db.callAs(creator, 'crear_webhook', { p_url, p_temas });
  return { id: String(webhook_id), secret: String(secreto) };
}

/** Leases due deliveries. */
const take = async (limit = 100) =>
  (await db.asService((tx) => tx`select * from tomar_envios_webhook(${limit})`)) as unknown as Due[];

const close = (due: Pick<Due, 'id' | 'arriendo'> | undefined, code: number | null, error: string | null = null) =>
  db.callService<string | null>('cerrar_envio_webhook', {
    p_envio: due?.id,
    p_arriendo: due?.arriendo,
    p_entregado: code !== null && code < 300,
    p_codigo: code,
    p_error: error,
    p_ms: 12,
  });

const typesOf = (rows: Array<{ tipo: string }>) => rows.map(({ tipo }) => tipo).sort();
const hookOf = async (creator: string) => (await db.callAs<Record<string, unknown>[]>(creator, 'mis_webhooks'))[0];
const logOf = (creator: string, args: object = {}) =>
  db.callAs<Array<Record<string, unknown>>>(creator, 'mis_envios_webhook', { ...args });

beforeEach(async () => {
  await sql`delete from destinos_webhook`;
  await sql`delete from sucesos_webhook`;
});

async function sellWithKeys() {
  const [creator, buyer] = [await createUser(sql), await createUser(sql)];
  const product = await createProduct(sql, { usuario_id: creator, precio: 20 });
  const [other, unrelated] = [await createUser(sql), await createUser(sql)];
  for (const [owner, sold] of [
    [creator, product],
    [other, await createProduct(sql, { usuario_id: other })],
  ] as const)
    await db.callAs(owner, 'ajustar_licencias', { p_producto: sold, p_activa: true, p_maximo: 2 });
  const hook = await addHook(creator);
  for (const owner of [other, unrelated]) await addHook(owner);
  const payment = await buy(db, buyer, { producto: product });
  return { creator, buyer, product, hook, payment };
}

test('each event is written once with its cause, matches its schema, and contains no personal data', async () => {
  const { creator, buyer, product, payment } = await sellWithKeys();
  const seen: Due[] = [];
  const happened = async () => {
    const due: Due[] = [];
    for (let more = await take(); more.length > 0; more = await take()) due.push(...more);
    for (const each of due) await close(each, 200);
    seen.push(...due);
    return typesOf(due);
  };
  expect(await happened()).toEqual(['license.issued', 'sale.created']);
  const dispute = await openDispute(db, payment);
  expect(await happened()).toEqual(['dispute.opened', 'license.ended']);
  await winDispute(db, payment, dispute);
  expect(await happened()).toEqual(['dispute.won', 'license.restored']);
  const [order] = await sql`select id from adquisiciones where pago_id = ${payment.id}`;
  await db.callAs(buyer, 'renovar_licencia', { p_pedido: order?.id });
  expect(await happened()).toEqual(['license.renewed']);
  await refundAll(db, payment);
  expect(await happened()).toEqual(['license.ended', 'refund.created']);
  await reportReversals(db, payment, {});
  expect(await happened()).toEqual([]);

  const lost = await buy(db, await createUser(sql), { producto: product });
  await sql`update disputas set fase = 'perdida' where referencia = ${await openDispute(db, lost)}`;
  expect(await happened()).toEqual([
    'dispute.lost',
    'dispute.opened',
    'license.ended',
    'license.issued',
    'sale.created',
  ]);
  const part = await buy(db, await createUser(sql), { producto: product });
  const [movement] = await sql`select * from movimientos_ingresos m join adquisiciones a on a.id = m.adquisicion_id
    where a.pago_id = ${part.id}`;
  for (const [concepto, clave, cents] of [
    ['reembolso', 'reembolso', -500],
    ['venta', 'devuelta', 500],
  ] as const) {
    await sql`insert into movimientos_ingresos (usuario_id, centimos, concepto, clave, adquisicion_id)
      values (${creator}, ${cents}, ${concepto}, ${`${clave}:${movement?.adquisicion_id}:2`}, ${movement?.adquisicion_id})`;
  }
  expect(await happened()).toEqual(['license.issued', 'refund.created', 'refund.reversed', 'sale.created']);

  await sql`insert into resenas (producto_id, user_id, estrellas) values (${product}, ${buyer}, 4)`;
  await sql`update resenas set estrellas = 5 where user_id = ${buyer}`;
  await sql`update resenas set oculta = true where user_id = ${buyer}`;
  await sql`delete from resenas where user_id = ${buyer}`;
  expect(await happened()).toEqual(['review.created', 'review.deleted', 'review.updated']);

  for (const change of [`estado = 'aprobada'`, `estado = 'rechazada'`, 'espera_creador = true']) {
    const [row] = await sql`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva)
      values (${product}, ${creator}, '{"version": "2.0"}', false) returning id`;
    await sql.unsafe(`update revisiones_producto set ${change} where id = '${row?.id}'`);
  }
  expect(await happened()).toEqual(['version.decided', 'version.decided', 'version.decided']);
  for (const state of ['pagado', 'fallido', 'rechazado', 'cancelado']) {
    const [row] = await sql`insert into withdrawals (usuario_id, paypal_email, amount)
      values (${creator}, 'ana@correo.es', 7.5) returning id`;
    await sql`update withdrawals set estado = ${state} where id = ${row?.id}`;
  }
  expect(await happened()).toEqual(['payout.failed', 'payout.paid', 'payout.rejected']);
  await db.callAs(creator, 'probar_webhook', { p_webhook: (await hookOf(creator))?.id });
  expect(await happened()).toEqual(['webhook.test']);

  expect([...new Set(typesOf(seen))]).toEqual([...eventTypes].sort());
  for (const { tipo, ...due } of seen) {
    const { body, headers } = messageOfEvent({ ...due, tipo });
    const sent = JSON.parse(body);
    expect(event.parse(sent), body).toEqual(sent);
    expect(new Webhook(String(due.secretos[0])).verify(body, headers)).toEqual(sent);
    expect(body).not.toMatch(new RegExp(`${buyer}|jugador|@|ana`));
  }
  expect(seen.map(({ datos }) => datos)).toContainEqual(expect.objectContaining({ paid_cents: 2000, method: 'card' }));
  // The keys that older orders get at once cause no events.
  await db.callAs(creator, 'ajustar_licencias', { p_producto: product, p_activa: true, p_maximo: 3 });
  expect(await happened()).toEqual([]);
  // Without licence keys, a sale has no licence to report.
  await db.callAs(creator, 'ajustar_licencias', { p_producto: product, p_activa: false, p_maximo: 3 });
  const plain = await buy(db, await createUser(sql), { producto: product });
  expect(await happened()).toEqual(['sale.created']);
  await refundAll(db, plain);
  expect(await happened()).toEqual(['refund.created']);
});

test('a refund that fails after a dispute was won is reported as a failed refund', async () => {
  const { creator, payment } = await sellWithKeys();
  await winDispute(db, payment, await openDispute(db, payment));
  const refund = { referencia: 're_late', centimos: payment.cents };
  await reportReversals(db, payment, { reembolsos: [{ ...refund, estado: 'hecho' }] });
  for (let due = await take(); due.length > 0; due = await take()) for (const each of due) await close(each, 200);
  await reportReversals(db, payment, { reembolsos: [{ ...refund, estado: 'fallido' }] });
  expect(typesOf(await take())).toEqual(['license.restored', 'refund.reversed']);
  const moves = await db.asUser(creator, (tx) => tx`select concepto from mis_movimientos(null, null) order by id`);
  expect(moves.map(({ concepto }) => concepto)).toEqual(['venta', 'disputa', 'disputa_ganada', 'reembolso', 'venta']);
});

test('money back from a partly lost dispute is neither a failed refund nor a second sale', async () => {
  const { creator, payment } = await sellWithKeys();
  const referencia = await openDispute(db, payment);
  for (let due = await take(); due.length > 0; due = await take()) for (const each of due) await close(each, 200);
  await reportReversals(db, payment, {
    disputas: [{ referencia, fase: 'perdida', centimos: 400, version: 2, abierta_at: new Date().toISOString() }],
  });
  expect(typesOf(await take())).toEqual(['dispute.lost', 'license.restored']);
  const moves = await db.asUser(creator, (tx) => tx`select concepto from mis_movimientos(null, null) order by id`);
  expect(moves.map(({ concepto }) => concepto)).toEqual(['venta', 'disputa', 'disputa_ganada']);
});

test('a creator gets own events only, of the topics chosen for the address', async () => {
  const [creator, other] = [await createUser(sql), await createUser(sql)];
  await addHook(other);
  const sales = await addHook(creator, ['sale', 'sale']);
  await addHook(creator, ['payout'], 'https://money.example');
  const payment = await buy(db, other, { producto: await createProduct(sql, { usuario_id: creator }) });
  await refundAll(db, payment);
  const due = await take();
  expect(typesOf(due)).toEqual(['sale.created']);
  expect(await logOf(other)).toEqual([]);
  expect(await logOf(creator)).toMatchObject([
    { url, tipo: 'sale.created', estado: 'enviando', datos: { is_gift: false } },
  ]);

  const calls: Array<[string, object]> = [
    ['cambiar_webhook', { p_webhook: sales.id, p_url: url, p_temas: ['sale'] }],
    ['renovar_secreto_webhook', { p_webhook: sales.id }],
    ['pausar_webhook', { p_webhook: sales.id, p_pausar: true }],
    ['probar_webhook', { p_webhook: sales.id }],
    ['reenviar_webhook', { p_envio: due[0]?.id }],
    ['quitar_webhook', { p_webhook: sales.id }],
  ];
  for (const [name, args] of calls) expect(await db.callAs(other, name, { ...args }), name).toEqual(unknown);
  for (const [name, args] of calls)
    expect(await db.callAs(creator, name, { ...args }), name).toMatchObject({
      ok: name !== 'reenviar_webhook',
    });
});

test('a leased event is sent by one sender, and again if that one dies', async () => {
  const { creator } = await sellWithKeys();
  const leases = (await Promise.all(Array.from({ length: 6 }, () => take()))).flat();
  expect(typesOf(leases)).toEqual(['license.issued', 'sale.created']);
  expect(await take()).toEqual([]);
  await sql`update envios_webhook set proximo_at = now() - interval '1 second'`;
  const again = await take();
  expect(again.map(({ suceso_id }) => suceso_id).sort()).toEqual(leases.map(({ suceso_id }) => suceso_id).sort());
  // The dead one responds too late.
  expect(await close(leases[0], 500)).toBeNull();
  expect(await close(again[0], 200)).toBe('entregado');
  expect(await close(again[0], 500)).toBeNull();
  expect(await logOf(creator, { p_estado: 'entregado' })).toMatchObject([
    { intentos: 2, codigo: 200, duracion_ms: 12 },
  ]);
});

test('an event is rolled back with its cause', async () => {
  const creator = await createUser(sql);
  await addHook(creator);
  const product = await createProduct(sql, { usuario_id: creator });
  await sql
    .begin(async (begun) => {
      const tx = begun as unknown as Sql;
      await tx`insert into resenas (producto_id, user_id, estrellas) values (${product}, ${creator}, 1)`;
      throw new Error('back');
    })
    .catch(() => {});
  expect(await take()).toEqual([]);
});

/** Fails every attempt until nothing is due any more, and answers the hours at which they were made. */
async function failForDays(code: number | null) {
  const hours: number[] = [];
  for (let due = await take(); due.length > 0; due = await take()) {
    const [first] = due;
    const [row] =
      await sql`select extract(epoch from now() - desde) / 3600 as hours from envios_webhook where id = ${first?.id ?? 0}`;
    hours.push(Math.round(Number(row?.hours)));
    if ((await close(first, code, code ? null : 'timeout')) !== 'esperando') break;
    // The next attempt is now.
    await sql`update envios_webhook set desde = desde - (proximo_at - intentado_at), proximo_at = now() where id = ${first?.id ?? 0}`;
    await sql`update destinos_webhook set descansa_hasta = null`;
  }
  return hours;
}

test('a failed event is retried for three days, then its address is paused and its creator notified once', async () => {
  const creator = await createUser(sql);
  const { id } = await addHook(creator, ['review']);
  const product = await createProduct(sql, { usuario_id: creator });
  const review = async () =>
    sql`insert into resenas (producto_id, user_id, estrellas) values (${product}, ${await createUser(sql)}, 5)`;
  const mails = () => sql`select datos from correos where user_id = ${creator} and plantilla = 'webhook_pausado'`;
  await review();
  // A second event waits while the first is failing, and after the pause.
  expect(await failForDays(503)).toEqual([0, 0, 0, 1, 3, 8, 18, 32, 54, 72]);
  expect(await hookOf(creator)).toMatchObject({ pausado_motivo: 'fallos' });
  expect((await mails()).map(({ datos }) => datos)).toEqual([{ url, motivo: 'fallos', codigo: 503, error: null }]);
  await review();
  expect(await take()).toEqual([]);
  const [waiting, failed] = await logOf(creator);
  expect([waiting, failed]).toMatchObject([
    { estado: 'esperando', en_pausa: true },
    { estado: 'fallido', codigo: 503, intentos: 10 },
  ]);
  expect(await db.callAs(creator, 'reenviar_webhook', { p_envio: failed?.id })).toEqual({
    ok: false,
    error: 'webhook_pausado',
  });

  // A test event is sent in the meantime, and neither pauses nor resumes anything.
  await db.callAs(creator, 'probar_webhook', { p_webhook: id });
  const [check] = await take();
  expect(check?.tipo).toBe('webhook.test');
  expect(await close(check, 500)).toBe('fallido');

  expect(await db.callAs(creator, 'pausar_webhook', { p_webhook: id, p_pausar: false })).toEqual({ ok: true });
  const [late] = await take();
  expect(late?.tipo).toBe('review.created');
  expect(await close(late, 204)).toBe('entregado');
  expect(await db.callAs(creator, 'reenviar_webhook', { p_envio: failed?.id })).toEqual({ ok: true });
  const [repeated] = await take();
  expect(repeated?.suceso_id).toBe(failed?.suceso_id);
  expect(await close(repeated, 200)).toBe('entregado');
  expect(await mails()).toHaveLength(1);
});

test('an event is resent at most 300 times per hour, and events of others stay', async () => {
  const people = [await createUser(sql), await createUser(sql)];
  for (const who of people) {
    const { id } = await addHook(who);
    await db.callAs(who, 'probar_webhook', { p_webhook: id });
  }
  await sql`update envios_webhook set estado = 'fallido', intentos = 4`;
  await sql`update destinos_webhook set descansa_hasta = 'infinity'`;
  const stateOf = async (who: string) => {
    const [row] = await sql`select e.estado, e.intentos, d.descansa_hasta is not null as rests from envios_webhook e
      join destinos_webhook d on d.id = e.destino_id where d.usuario_id = ${who}`;
    return row;
  };
  const [creator, other] = people as [string, string];
  const [sent] = await logOf(creator);
  const resend = () => db.callAs(creator, 'reenviar_webhook', { p_envio: sent?.id });
  expect(await resend()).toEqual({ ok: true });
  expect(await stateOf(creator)).toEqual({ estado: 'esperando', intentos: 0, rests: false });
  expect(await stateOf(other)).toEqual({ estado: 'fallido', intentos: 4, rests: true });
  await sql`update intentos set veces = 299 where tipo = 'reenvio_webhook' and clave = ${creator}`;
  expect(await resend()).toEqual({ ok: true });
  expect(await resend()).toEqual({ ok: false, error: 'demasiados_intentos' });
});

test('a single failing event pauses nothing, a 410 pauses at once, and a failure delays the next event', async () => {
  const { creator } = await sellWithKeys();
  const planned = async () =>
    (await logOf(creator)).map(({ estado, intentos, proximo_at }) => [estado, intentos, proximo_at !== null]).sort();
  expect(await planned()).toEqual(Array(2).fill(['esperando', 0, false]));
  const [first, second] = await take();
  expect(await close(first, 500)).toBe('esperando');
  expect(await close(second, 200)).toBe('entregado');
  // Only a failed event has a next attempt to show. It waits as long as its address rests.
  expect(await planned()).toEqual([
    ['entregado', 1, false],
    ['esperando', 1, true],
  ]);
  await sql`update destinos_webhook set descansa_hasta = '2099-01-01 00:00Z'`;
  const [, waiting] = (await logOf(creator)).sort((a, b) => String(a.estado).localeCompare(String(b.estado)));
  expect(new Date(String(waiting?.proximo_at))).toEqual(new Date('2099-01-01T00:00Z'));
  await sql`update destinos_webhook set descansa_hasta = null`;
  await sql`update envios_webhook set desde = now() - interval '4 days', proximo_at = now() where id = ${first?.id ?? 0}`;
  await sql`update destinos_webhook set entregado_at = now()`;
  const [poison] = await take();
  expect(await close(poison, 500)).toBe('fallido');
  expect(await hookOf(creator)).toMatchObject({ pausado_at: null });

  await buy(db, await createUser(sql), { producto: await createProduct(sql, { usuario_id: creator }) });
  expect(await take()).toEqual([]);
  await sql`update destinos_webhook set descansa_hasta = now()`;
  const [gone] = await take();
  expect(await close(gone, 410)).toBe('fallido');
  expect(await hookOf(creator)).toMatchObject({ pausado_motivo: 'retirado' });
});

test('a slow address does not delay others', { tags: 'nightly' }, async () => {
  const [slow, quick] = [await createUser(sql), await createUser(sql)];
  for (const creator of [slow, quick]) await addHook(creator, ['review'], `https://${creator}.example`);
  for (const [creator, times] of [
    [slow, 30],
    [quick, 1],
  ] as const) {
    const product = await createProduct(sql, { usuario_id: creator });
    for (let n = 0; n < times; n += 1) {
      await sql`insert into resenas (producto_id, user_id, estrellas) values (${product}, ${await createUser(sql)}, 5)`;
    }
  }
  const due = (await take(12)) as Array<Due & { url: string }>;
  expect(due.filter((each) => each.url.includes(quick))).toHaveLength(1);
  expect(due).toHaveLength(7);
});

test('a replaced secret also signs for a day', async () => {
  const creator = await createUser(sql);
  const { id, secret } = await addHook(creator, ['review']);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const renewed = await db.callAs(creator, 'renovar_secreto_webhook', { p_webhook: id });
  expect(renewed.secreto).not.toBe(secret);
  const sent = async () => {
    await db.callAs(creator, 'probar_webhook', { p_webhook: id });
    const [due] = await take();
    await close(due, 200);
    if (!due) throw new Error('nothing is due');
    return messageOfEvent(due);
  };
  const { body, headers } = await sent();
  for (const each of [secret, String(renewed.secreto)])
    expect(() => new Webhook(each).verify(body, headers)).not.toThrow();
  expect(() => new Webhook('whsec_AAAA').verify(body, headers)).toThrow();
  await sql`update destinos_webhook set anterior_hasta = now()`;
  const later = await sent();
  expect(() => new Webhook(secret).verify(later.body, later.headers)).toThrow();
  expect(
    JSON.stringify([await hookOf(creator), await logOf(creator), await db.callAs(creator, 'mis_datos')]),
  ).not.toContain(secret.slice(6));
});

test('a secret that was replaced twice within the day signs as well', async () => {
  const creator = await createUser(sql);
  const { id, secret } = await addHook(creator, ['review']);
  const renew = async () => String((await db.callAs(creator, 'renovar_secreto_webhook', { p_webhook: id })).secreto);
  // The first new one was never put into the program.
  const secrets = [secret, await renew(), await renew()];
  await db.callAs(creator, 'probar_webhook', { p_webhook: id });
  const [due] = await take();
  if (!due) throw new Error('nothing is due');
  const { body, headers } = messageOfEvent(due);
  for (const each of secrets) expect(() => new Webhook(each).verify(body, headers)).not.toThrow();
  for (let time = 0; time < 5; time += 1) await renew();
  const [row] = await sql`select cardinality(secretos_anteriores) as kept from destinos_webhook where id = ${id}`;
  expect(row?.kept).toBe(4);
  await sql`update destinos_webhook set anterior_hasta = now() where id = ${id}`;
  await renew();
  const [later] = await sql`select cardinality(secretos_anteriores) as kept from destinos_webhook where id = ${id}`;
  expect(later?.kept).toBe(1);
});

test('an address is deleted with its account, and events after thirty days, even during concurrent writes', async () => {
  const creator = await createUser(sql);
  const { id } = await addHook(creator, ['review']);
  const product = await createProduct(sql, { usuario_id: creator });
  const writers = await Promise.all(Array.from({ length: 6 }, () => createUser(sql)));
  const results = await Promise.allSettled([
    ...writers
      .slice(0, 3)
      .map((user) => sql`insert into resenas (producto_id, user_id, estrellas) values (${product}, ${user}, 5)`),
    db.callAs(creator, 'quitar_webhook', { p_webhook: id }),
    ...writers
      .slice(3)
      .map((user) => sql`insert into resenas (producto_id, user_id, estrellas) values (${product}, ${user}, 5)`),
  ]);
  expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
  await addHook(creator, ['review']);
  await sql`update resenas set estrellas = 4`;
  await sql`update sucesos_webhook set created_at = now() - interval '31 days' where id = (select id from sucesos_webhook limit 1)`;
  expect(await db.callService('olvidar_webhooks')).toBe(1);
  await sql`select privado.vaciar_cuenta(${creator})`;
  for (const table of ['destinos_webhook', 'sucesos_webhook', 'envios_webhook']) {
    expect(await sql.unsafe(`select 1 from ${table}`), table).toHaveLength(0);
  }
});

test('a creator without addresses has an empty list of them', async () => {
  const creator = await createUser(sql);
  expect(await db.callAs(creator, 'mis_webhooks')).toEqual([]);
  expect(await logOf(creator)).toEqual([]);
});

test('addresses are limited and validated', async () => {
  const creator = await createUser(sql);
  const make = (p_url: string, p_temas: string[] = ['sale']) =>
    db.callAs<Answer>(creator, 'crear_webhook', { p_url, p_temas });
  const invalid = { ok: false, error: 'datos_no_validos' };
  for (const wrong of ['ftp://x.example', 'https://x y', '', `https://${'x'.repeat(500)}`]) {
    expect(await make(wrong), wrong).toEqual(invalid);
  }
  for (const wrong of [[], ['sale', 'mail']]) expect(await make(url, wrong)).toEqual(invalid);
  for (let n = 0; n < 10; n += 1) expect((await make(`${url}/${n}`)).ok).toBe(true);
  expect(await make(url)).toEqual({ ok: false, error: 'demasiados_webhooks' });
  expect(await db.callAs(creator, 'reenviar_webhook', { p_envio: 1 })).toEqual(unknown);
  expect(await db.callAs(await createUser(sql), 'pausar_webhook', { p_webhook: randomUUID(), p_pausar: true })).toEqual(
    unknown,
  );
});
