import { describe, expect, test } from 'vitest';
import { buy, createProduct, createUser } from './factories.ts';
import { type Answer, openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 10 });
const { sql } = db;
const day = 86_400_000;
const at = (days: number) => new Date(Date.now() + days * day).toISOString();

let count = 0;
const newReference = () => {
  count += 1;
  return `sub_test_${count}`;
};

type Change = { estado?: string; plan?: string; desde?: number; hasta?: number; visto?: number; precio?: number };

/** The charges that go with a state: what was paid for the period, or for the one before an unpaid one. */
function chargesOf(referencia: string, { estado, desde = -1, hasta = 29 }: Change) {
  const charge = (factura: string, from: number, until: number, paid: boolean) => ({
    factura,
    desde: at(from),
    hasta: at(until),
    centimos: 390,
    moneda: 'eur',
    estado: paid ? 'pagado' : 'fallido',
    devuelto_centimos: 0,
    perdido: false,
    pagado_at: paid ? at(from) : null,
  });
  return estado === 'impagada'
    ? [charge(referencia, desde - 30, desde, true), charge(`${referencia}_siguiente`, desde, hasta, false)]
    : [charge(referencia, desde, hasta, true)];
}

/** Applies a state of a subscription with its charges; days are counted from now. */
const apply = (user: string, referencia: string, change: Change = {}) =>
  db.callService('aplicar_suscripcion', {
    p_usuario: user,
    p_referencia: referencia,
    p_plan: change.plan ?? 'monthly',
    p_estado: change.estado ?? 'activa',
    p_periodo_inicio: at(change.desde ?? -1),
    p_periodo_fin: at(change.hasta ?? 29),
    p_visto_at: at(change.visto ?? -1),
    p_cargos: sql.json(chargesOf(referencia, change)),
    ...(change.precio !== undefined && { p_precio_centimos: change.precio }),
  });
const account = async (user: string) =>
  (await sql`select club, subscription_id, uncoins from usuarios_meta where id = ${user}`)[0];
const mails = async (user: string) =>
  (await sql`select plantilla from correos where user_id = ${user} order by id`).map(({ plantilla }) => plantilla);
const licences = async (user: string) =>
  (await sql`select origen, revocada_motivo from adquisiciones where user_id = ${user} order by created_at`).map(
    ({ origen, revocada_motivo }) => `${origen}:${revocada_motivo ?? 'vigente'}`,
  );
const endClubs = (sinRespuesta: string[] = []) =>
  db.callService<number>('terminar_clubs_vencidos', { p_sin_respuesta: sinRespuesta });
const claim = (user: string, producto: string) =>
  db.callAs(user, 'reclamar_con_club', { p_producto: producto, p_minecraft_name: 'Jugador_1' });

async function member(change: Change = {}) {
  const user = await createUser(sql);
  const reference = newReference();
  await apply(user, reference, change);
  return { user, reference };
}

test('an invalid Minecraft name cannot claim', async () => {
  const { user } = await member();
  const producto = await createProduct(sql, { club_only: true });
  for (const p_minecraft_name of ['Ana', 'Anaa', 'A'.repeat(17), 'Ana María', null]) {
    expect(await db.callAs(user, 'reclamar_con_club', { p_producto: producto, p_minecraft_name })).toEqual({
      ok: false,
      error: 'nombre_minecraft_no_valido',
    });
  }
});

test('before the Club ends, a member sees the claimed products that they would lose', async () => {
  const [{ user }, { user: other }] = [await member(), await member()];
  const [lost, bought, shared] = [
    await createProduct(sql, { club_only: true, precio: 20 }),
    await createProduct(sql),
    await createProduct(sql, { club_only: true }),
  ];
  await claim(user, lost);
  const [lent] = await sql`select precio_pagado, origen, es_reserva from adquisiciones where user_id = ${user}`;
  expect(lent).toEqual({ precio_pagado: '0.00', origen: 'club', es_reserva: false });
  await buy(db, user, { producto: bought });
  await claim(other, shared);
  const seen = () => db.asUser(user, (tx) => tx`select producto_id, centimos from fin_de_club()`);
  expect(await seen()).toEqual([{ producto_id: lost, centimos: 1400 }]);
  await buy(db, user, { producto: lost });
  expect(await seen()).toEqual([]);
});

describe('the states of a subscription', () => {
  test('a paid one starts the membership at once, with coins and one mail per repeated report', async () => {
    const { user, reference } = await member();
    await apply(user, reference);
    expect(await account(user)).toEqual({ club: true, subscription_id: reference, uncoins: 100 });
    expect(await mails(user)).toEqual(['club_inicio']);
  });

  test.each([390, undefined])('the welcome mail has the amount of the next charge: %s', async (precio) => {
    const { user } = await member({ precio });
    const [mail] = await sql`select datos from correos where user_id = ${user}`;
    expect(mail?.datos).toMatchObject({ plan: 'monthly', centimos: precio ?? null });
  });

  test('the welcome mail names the day of the next charge while the first one is on its way', async () => {
    const user = await createUser(sql);
    const reference = newReference();
    await db.callService('aplicar_suscripcion', {
      p_usuario: user,
      p_referencia: reference,
      p_plan: 'monthly',
      p_estado: 'activa',
      p_periodo_inicio: at(0),
      p_periodo_fin: at(30),
      p_visto_at: at(0),
    });
    const [mail] =
      await sql`select (datos ->> 'hasta')::timestamptz > now() as later from correos where user_id = ${user}`;
    expect(mail).toEqual({ later: true });
  });

  test.each([
    [
      'a cancelled one lasts until the end of its paid period',
      { estado: 'cancelada_al_final', visto: 0 },
      true,
      'club_cancelado',
    ],
    ['an ended one ends', { estado: 'terminada', visto: 0 }, false, 'club_fin'],
    ['an unpaid period does not count', { estado: 'impagada', desde: -0.5, hasta: 30, visto: 0 }, false, 'club_impago'],
  ])('%s', async (_name, change, club, mail) => {
    const { user, reference } = await member();
    await apply(user, reference, change);
    expect(await account(user)).toMatchObject({ club, subscription_id: club ? reference : null });
    expect(await mails(user)).toContain(mail);
  });

  test.each([
    ['an older report is ignored', [{ visto: 0, estado: 'cancelada_al_final' }, { visto: -0.5 }], 'cancelada_al_final'],
    ['a newer report applies', [{ visto: -0.5, estado: 'cancelada_al_final' }, { visto: 0 }], 'activa'],
    ['a report after the end is ignored', [{ visto: -0.5, estado: 'terminada' }, { visto: 0 }], 'terminada'],
    ['a payment after a failure applies', [{ visto: -0.5, estado: 'impagada' }, { visto: 0 }], 'activa'],
    ['a late failure is ignored', [{ visto: 0 }, { visto: -0.5, estado: 'impagada' }], 'activa'],
  ])('reports out of order: %s', async (_name, changes, estado) => {
    const { user, reference } = await member();
    for (const change of changes) await apply(user, reference, change);
    const [row] = await sql`select estado from suscripciones where referencia = ${reference}`;
    expect(row?.estado).toBe(estado);
    expect((await account(user))?.club).toBe(estado !== 'terminada');
  });

  test('a subscription of another person is refused and reported to admins', async () => {
    const { reference } = await member();
    const thief = await createUser(sql);
    expect(await apply(thief, reference, { visto: 0 })).toMatchObject({ ok: false, error: 'suscripcion_ajena' });
    expect((await account(thief))?.club).toBe(false);
    expect(await sql`select 1 from casos_admin where clave = ${`suscripcion:${reference}`}`).toHaveLength(1);
  });

  test('a lost cancellation is booked by the job, unless the provider did not respond', async () => {
    const cancelled = await member({ estado: 'cancelada_al_final', desde: -31, hasta: 1 });
    const renewing = await member({ desde: -31, hasta: 1 });
    await sql`update suscripciones set pagado_hasta = now() - interval '1 minute', periodo_fin = now() - interval '1 minute'
      where referencia in ${sql([cancelled.reference, renewing.reference])}`;
    expect(await endClubs([cancelled.reference, renewing.reference])).toBe(0);
    expect((await account(renewing.user))?.club).toBe(true);
    expect(await endClubs([renewing.reference])).toBe(1);
    expect((await account(cancelled.user))?.club).toBe(false);
    expect(await endClubs()).toBe(1);
    expect(await endClubs()).toBe(0);
    expect((await account(renewing.user))?.club).toBe(false);
    expect(await mails(cancelled.user)).toEqual(['club_cancelado', 'club_fin']);
    // Stripe can still collect it.
    expect(await mails(renewing.user)).toEqual(['club_inicio']);
  });
});

describe('Club coins', () => {
  test('are credited once a month under fifty concurrent calls', async () => {
    const { user, reference } = await member();
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 ? db.callService<number>('conceder_uncoins_club') : apply(user, reference, { visto: 0 }),
      ),
    );
    expect((await account(user))?.uncoins).toBe(100);
  });

  test('are credited for every started month of a year', async () => {
    const { user } = await member({ plan: 'yearly', desde: -70, hasta: 295 });
    expect((await account(user))?.uncoins).toBe(300);
  });

  test('are not credited again for rejoining within a month', async () => {
    const { user, reference } = await member({ desde: 0 });
    await apply(user, reference, { estado: 'terminada', desde: 0, visto: 0 });
    await apply(user, newReference(), { desde: 0 });
    expect(await account(user)).toMatchObject({ club: true, uncoins: 100 });
  });
});

describe('Club products', () => {
  test('are claimed once, end with the membership and return with it', async () => {
    const { user, reference } = await member();
    const producto = await createProduct(sql, { club_only: true });
    const answers = await Promise.all(Array.from({ length: 10 }, () => claim(user, producto)));
    expect(answers.filter(({ reclamado_ahora }) => reclamado_ahora)).toHaveLength(1);
    expect(answers.every(({ ok }) => ok)).toBe(true);
    await apply(user, reference, { estado: 'terminada', visto: 0 });
    expect(await licences(user)).toEqual(['club:fin_club']);
    expect(await claim(user, producto)).toMatchObject({ ok: false, error: 'requiere_club' });
    await apply(user, newReference());
    expect(await licences(user)).toEqual(['club:vigente']);
  });

  test('are reservations only before their release', async () => {
    const { user } = await member();
    for (const [fecha_lanzamiento, waits] of [
      ['2020-01-01', false],
      ['2999-01-01', true],
    ] as const) {
      const producto = await createProduct(sql, { club_only: true, reserva: true, fecha_lanzamiento });
      await claim(user, producto);
      expect(await sql`select es_reserva from adquisiciones where producto_id = ${producto}`).toEqual([
        { es_reserva: waits },
      ]);
    }
  });

  test('that are bought survive the end of the membership', async () => {
    const { user, reference } = await member();
    const producto = await createProduct(sql, { club_only: true });
    await buy(db, user, { producto });
    expect(await claim(user, producto)).toMatchObject({ ok: false, error: 'ya_lo_tienes' });
    await apply(user, reference, { estado: 'terminada', visto: 0 });
    expect(await licences(user)).toEqual(['compra:vigente']);
  });

  test('that are claimed can be bought, and the purchase survives the membership', async () => {
    const { user, reference } = await member();
    const producto = await createProduct(sql, { club_only: true });
    await claim(user, producto);
    await buy(db, user, { producto });
    await apply(user, reference, { estado: 'terminada', visto: 0 });
    expect(await licences(user)).toEqual(['club:fin_club', 'compra:vigente']);
  });

  test.each([
    ['no_disponible', { club_only: false }, {}],
    ['pendiente', { club_only: true, status: 'pending' }, {}],
    ['gratis_no_permitido', { club_only: true }, { reputacion: 'mala' }],
    ['cuenta_deshabilitada', { club_only: true }, { reputacion: 'deshabilitado' }],
    ['cuenta_baneada', { club_only: true }, { banned_until: at(1) }],
  ])('are refused: %s', async (error, product, state) => {
    const { user } = await member();
    if (Object.keys(state).length > 0) await sql`update usuarios_meta set ${sql(state)} where id = ${user}`;
    const answer: Answer = await claim(user, await createProduct(sql, product));
    expect(answer).toMatchObject({ ok: false, error });
    expect(await licences(user)).toEqual([]);
  });
});
