import { describe, expect, test } from 'vitest';
import { createUser, giveCoins, givePassword } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 10 });
const { sql } = db;
const start = Date.now();
const at = (days: number) => new Date(start + days * 86_400_000).toISOString();

let count = 0;
const next = (kind: string) => {
  count += 1;
  return `${kind}_${count}`;
};

type Charge = {
  factura?: string;
  desde?: number;
  hasta?: number;
  centimos?: number;
  estado?: string;
  devuelto?: number;
  perdido?: boolean;
  moneda?: string;
  pagado?: number;
};
type State = { estado?: string; plan?: string; desde?: number; hasta?: number; visto?: number };

const chargeRow = (reference: string, charge: Charge) => {
  const centimos = charge.centimos ?? 390;
  const estado = charge.estado ?? 'pagado';
  return {
    factura: charge.factura ?? `in_${reference}`,
    intento: `pi_${charge.factura ?? reference}`,
    cargo: `ch_${charge.factura ?? reference}`,
    desde: at(charge.desde ?? -1),
    hasta: at(charge.hasta ?? 29),
    centimos,
    moneda: charge.moneda ?? 'eur',
    estado,
    devuelto_centimos: charge.devuelto ?? (estado === 'reembolsado' ? centimos : 0),
    perdido: charge.perdido ?? false,
    pagado_at: estado === 'fallido' ? null : at(charge.pagado ?? charge.desde ?? -1),
  };
};

/** Stripe's report of a subscription and its charges; days count from now. */
const apply = (user: string, reference: string, charges: Charge[] = [{}], state: State = {}) =>
  db.callService('aplicar_suscripcion', {
    p_usuario: user,
    p_referencia: reference,
    p_plan: state.plan ?? 'monthly',
    p_estado: state.estado ?? 'activa',
    p_periodo_inicio: at(state.desde ?? -1),
    p_periodo_fin: at(state.hasta ?? 29),
    p_visto_at: at(state.visto ?? 0),
    p_cargos: sql.json(charges.map((charge) => chargeRow(reference, charge))),
  });
const account = async (user: string) => (await sql`select club, uncoins::int from usuarios_meta where id = ${user}`)[0];
const cases = async (user: string) =>
  (await sql`select tipo from casos_admin where datos ->> 'usuario' = ${user} order by id`).map(({ tipo }) => tipo);
const invoices = async (user: string) =>
  sql`select f.serie, f.numero, f.rectifica is not null as nota, (f.datos ->> 'total_centimos')::int as total,
    (f.datos ->> 'base_centimos')::int as base, (f.datos ->> 'iva_centimos')::int as iva,
    f.datos #>> '{lineas,0,concepto}' as reason
    from facturas f join cargos_club c on c.id = f.cargo_club_id where c.user_id = ${user} order by f.emitida_at, f.numero`;
const toEnd = async (user: string) =>
  (
    await sql`select c.modo, c.motivo, c.reembolsar, c.estado from cancelaciones_club c
      join suscripciones s on s.id = c.suscripcion_id where s.user_id = ${user} order by c.id`
  ).map(({ modo, motivo, reembolsar, estado }) => `${modo} ${motivo}${reembolsar ? ' reembolsar' : ''}: ${estado}`);

async function member(charges: Charge[] = [{}], state: State = {}) {
  const [user, reference] = [await createUser(sql), next('sub_cargo')];
  await apply(user, reference, charges, state);
  return { user, reference };
}
async function spend(user: string, coins: number) {
  await sql`insert into movimientos_uncoins (user_id, cantidad, concepto, clave)
    values (${user}, ${-coins}, 'compra', ${next('gasto')})`;
}

describe('charges that extend a membership and credit coins', () => {
  test('an unpaid period credits nothing', async () => {
    const { user, reference } = await member([]);
    expect(await account(user)).toEqual({ club: false, uncoins: 0 });
    await apply(user, reference, [{ estado: 'fallido' }], { estado: 'impagada' });
    expect(await account(user)).toEqual({ club: false, uncoins: 0 });
    expect(await invoices(user)).toEqual([]);
    await apply(user, reference, [{}]);
    expect(await account(user)).toEqual({ club: true, uncoins: 100 });
    expect(await invoices(user)).toMatchObject([{ nota: false, total: 390, base: 322, iva: 68 }]);
  });

  test('a failed renewal credits no coins and keeps those of the previous month', async () => {
    const user = await createUser(sql);
    const reference = next('sub_cargo');
    const first = { factura: `${reference}_1`, desde: -40, hasta: -10 };
    await apply(user, reference, [{ ...first, hasta: 1 }], { desde: -40, hasta: 1, visto: -1 });
    const before = (await account(user))?.uncoins;
    await apply(user, reference, [first], { desde: -10, hasta: 20 });
    expect(await account(user)).toEqual({ club: false, uncoins: before });
    await apply(user, reference, [first, { factura: `${reference}_2`, desde: -10, hasta: 20, estado: 'fallido' }], {
      estado: 'impagada',
      desde: -10,
      hasta: 20,
    });
    expect(await account(user)).toEqual({ club: false, uncoins: before });
    expect(await db.callService<number>('conceder_uncoins_club')).toBe(0);
  });

  test.each([
    ['with', []],
    ['before', ['impagada']],
  ])(
    'a collected charge is mailed once, even if it is recorded %s the change of the subscription',
    async (_, states) => {
      const charge = { desde: -1, hasta: 29 };
      const { user, reference } = await member([{ ...charge, estado: 'fallido' }], { estado: 'impagada' });
      for (const estado of [...states, 'activa', 'activa']) await apply(user, reference, [charge], { estado });
      const sent =
        await sql`select plantilla, datos - 'hasta' as datos from correos where user_id = ${user} order by id`;
      expect(sent).toEqual([
        { plantilla: 'club_impago', datos: { plan: 'monthly', centimos: null } },
        { plantilla: 'club_cobrado', datos: { plan: 'monthly', centimos: 390 } },
      ]);
    },
  );

  test('a charge that is collected after the end is not mailed', async () => {
    const { user, reference } = await member([{ estado: 'fallido' }], { estado: 'impagada' });
    await apply(user, reference, [], { estado: 'terminada' });
    await apply(user, reference, [{}], { estado: 'terminada' });
    const sent = await sql`select 1 from correos where user_id = ${user} and plantilla = 'club_cobrado'`;
    expect(sent).toEqual([]);
  });

  test.each<[string, { paidDays?: number; next?: Charge; state?: State }, boolean]>([
    ['is not tried yet', {}, true],
    ['was not tried for more than a day', { paidDays: -1.1 }, false],
    ['has failed', { next: { estado: 'fallido' }, state: { estado: 'impagada' } }, false],
    ['has been refunded', { next: { estado: 'reembolsado' } }, false],
    ['is disputed', { next: { estado: 'en_disputa' } }, false],
    ['is due despite a cancellation', { state: { estado: 'cancelada_al_final' } }, true],
    ['is missing after a cancellation', { state: { estado: 'cancelada_al_final', hasta: -0.1 } }, false],
  ])(
    'a membership whose renewal %s (%j) is active: %s',
    async (_name, { paidDays = -0.2, next: second, state }, club) => {
      const user = await createUser(sql);
      const reference = next('sub_cargo');
      const paid = { factura: `${reference}_1`, desde: -30.2, hasta: paidDays };
      await apply(user, reference, [{ ...paid, hasta: 1 }], { desde: -30.2, hasta: 1, visto: -1 });
      const { uncoins } = (await account(user)) ?? {};
      const charges = second ? [paid, { factura: `${reference}_2`, desde: paidDays, hasta: 29, ...second }] : [paid];
      await apply(user, reference, charges, { desde: paidDays, hasta: 29, ...state });
      await db.callService('terminar_clubs_vencidos');
      await db.callService('conceder_uncoins_club');
      expect(await account(user)).toEqual({ club, uncoins });
    },
  );

  // A member since the 31st: the charge of 28 February lasts until 31 March, and 28 March starts no second month.
  test('a charge of one month credits the coins of one month, in months of any length', async () => {
    const [row] = await sql`select (extract(epoch from (now() at time zone 'UTC' - interval '1 month 2 days')
      - now() at time zone 'UTC') / 86400)::float as start`;
    const desde = Number(row?.start);
    const { user } = await member([{ desde, hasta: 1 }], { desde, hasta: 1 });
    expect(await account(user)).toEqual({ club: true, uncoins: 100 });
    const yearly = await member([{ desde, hasta: 330 }], { desde, hasta: 330, plan: 'yearly' });
    expect(await account(yearly.user)).toEqual({ club: true, uncoins: 200 });
  });

  // An admin can give a member another price at Stripe; the name of the plan stays that of the purchase.
  test("the paid period determines the months of coins, not the plan's name", async () => {
    const [row] = await sql`select (extract(epoch from (now() at time zone 'UTC' - interval '3 months 2 days')
      - now() at time zone 'UTC') / 86400)::float as start`;
    const desde = Number(row?.start);
    const switched = await member([{ desde, hasta: desde + 365 }], { desde, hasta: desde + 365, plan: 'monthly' });
    expect(await account(switched.user)).toEqual({ club: true, uncoins: 400 });
    const back = await member([{ desde: -20, hasta: 11 }], { desde: -20, hasta: 11, plan: 'yearly' });
    expect(await account(back.user)).toEqual({ club: true, uncoins: 100 });
  });

  test('thirty concurrent reports are one charge, one invoice and one month of coins', async () => {
    const [user, reference] = [await createUser(sql), next('sub_cargo')];
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 3 ? apply(user, reference) : db.callService<number>('conceder_uncoins_club'),
      ),
    );
    await db.callService('conceder_uncoins_club');
    expect(await account(user)).toEqual({ club: true, uncoins: 100 });
    expect(await invoices(user)).toHaveLength(1);
    expect(await sql`select from cargos_club where user_id = ${user}`).toHaveLength(1);
  });

  test('a stale report changes nothing', async () => {
    const { user, reference } = await member([{ estado: 'reembolsado' }], { visto: 0 });
    await apply(user, reference, [{}], { visto: -0.5 });
    expect((await account(user))?.club).toBe(false);
    expect(await invoices(user)).toHaveLength(2);
  });

  test('a charge in another currency is not booked, but reported to admins', async () => {
    const { user } = await member([{ moneda: 'usd' }]);
    expect(await account(user)).toEqual({ club: false, uncoins: 0 });
    expect(await cases(user)).toEqual(['importe_no_coincide']);
  });
});

describe('a refunded or disputed charge', () => {
  test.each([
    ['a refund', {}, 'ahora reembolso: pendiente'],
    ['a lost chargeback', { perdido: true }, 'ahora disputa: pendiente'],
  ])(
    '%s ends the membership, takes the coins and requests cancellation at the provider',
    async (_name, change, ending) => {
      const { user, reference } = await member();
      for (const _time of [1, 2]) await apply(user, reference, [{ estado: 'reembolsado', ...change }]);
      expect(await account(user)).toEqual({ club: false, uncoins: 0 });
      expect(await cases(user)).toEqual(['club_devuelto']);
      expect(await toEnd(user)).toEqual([ending]);
      expect(await invoices(user)).toMatchObject([
        { nota: false, total: 390 },
        { nota: true, total: -390, base: -322, iva: -68 },
      ]);
      await apply(user, reference, [{ estado: 'reembolsado', ...change }], { estado: 'terminada' });
      expect(await account(user)).toEqual({ club: false, uncoins: 0 });
    },
  );

  test('spent coins open a case, and are deducted from later ones', async () => {
    const { user, reference } = await member();
    await spend(user, 70);
    await apply(user, reference, [{ estado: 'reembolsado' }], { estado: 'terminada' });
    expect(await account(user)).toEqual({ club: false, uncoins: 0 });
    expect(await cases(user)).toEqual(['uncoins_gastados', 'club_devuelto']);
    await apply(user, next('sub_cargo'));
    expect(await account(user)).toEqual({ club: true, uncoins: 30 });
  });

  test('spent coins of a charge that was valid again open another case', async () => {
    const { user, reference } = await member();
    await spend(user, 100);
    await apply(user, reference, [{ estado: 'en_disputa' }]);
    await sql`update casos_admin set resuelto = true where datos ->> 'usuario' = ${user}`;
    await apply(user, reference, [{}]);
    await apply(user, reference, [{ estado: 'reembolsado', perdido: true }], { estado: 'terminada' });
    expect(
      await sql`select resuelto as closed from casos_admin
        where datos ->> 'usuario' = ${user} and tipo = 'uncoins_gastados' order by id`,
    ).toEqual([{ closed: true }, { closed: false }]);
  });

  test('additional spent coins open another case, and fewer open none', async () => {
    const { user, reference } = await member();
    await spend(user, 70);
    await apply(user, reference, [{ estado: 'en_disputa' }]);
    await sql`update casos_admin set resuelto = true where datos ->> 'usuario' = ${user}`;
    await apply(user, reference, [{}]);
    await spend(user, 30);
    await apply(user, reference, [{ estado: 'reembolsado', perdido: true }], { estado: 'terminada' });
    const missing = () =>
      sql`select (datos ->> 'faltan')::int as coins, resuelto as closed from casos_admin
        where datos ->> 'usuario' = ${user} and tipo = 'uncoins_gastados' order by id`;
    const cases = [
      { coins: 70, closed: true },
      { coins: 100, closed: false },
    ];
    expect(await missing()).toEqual(cases);
    await giveCoins(sql, user, 40);
    await apply(user, reference, [{ estado: 'reembolsado', perdido: true }], { estado: 'terminada' });
    expect(await account(user)).toEqual({ club: false, uncoins: 0 });
    expect(await missing()).toEqual(cases);
  });

  test('a dispute pauses the membership, a won one restores everything', async () => {
    const { user, reference } = await member();
    await apply(user, reference, [{ estado: 'en_disputa' }]);
    expect(await account(user)).toEqual({ club: false, uncoins: 0 });
    expect(await toEnd(user)).toEqual([]);
    expect(await cases(user)).toEqual(['club_en_disputa']);
    await apply(user, reference, [{}]);
    expect(await account(user)).toEqual({ club: true, uncoins: 100 });
    expect(await invoices(user)).toHaveLength(1);
  });

  test('an earlier charge takes its coins, but not the time of a later one', async () => {
    const user = await createUser(sql);
    const reference = next('sub_cargo');
    const old = { factura: `${reference}_1`, desde: -70, hasta: -1 };
    const now = { factura: `${reference}_2`, desde: -1, hasta: 29 };
    await apply(user, reference, [{ ...old, hasta: 1 }], { desde: -70, hasta: 1, visto: -1 });
    await apply(user, reference, [old, now]);
    const had = Number((await account(user))?.uncoins);
    await apply(user, reference, [{ ...old, estado: 'reembolsado' }, now]);
    const left = await account(user);
    expect(left?.club).toBe(true);
    expect(Number(left?.uncoins)).toBeLessThan(had);
    expect(await toEnd(user)).toEqual([]);
  });

  test('a partial refund gets a credit note and a case, then the rest follows', async () => {
    const { user, reference } = await member();
    await apply(user, reference, [{ estado: 'parcial', devuelto: 100 }]);
    expect(await account(user)).toEqual({ club: true, uncoins: 100 });
    await apply(user, reference, [{ estado: 'reembolsado' }]);
    expect(await invoices(user)).toMatchObject([
      { total: 390, base: 322, iva: 68 },
      { total: -100, base: -83, iva: -17 },
      { total: -290, base: -239, iva: -51 },
    ]);
    expect(await cases(user)).toEqual(['club_reembolso_parcial', 'club_devuelto']);
  });

  test('a refund that fails later restores everything and opens a case', async () => {
    const { user, reference } = await member();
    await apply(user, reference, [{ estado: 'reembolsado' }]);
    await apply(user, reference, [{}]);
    expect(await account(user)).toEqual({ club: true, uncoins: 100 });
    expect((await invoices(user)).map(({ total, reason }) => [total, reason])).toEqual([
      [390, 'base'],
      [-390, 'reembolso'],
      [390, 'reembolso_fallido'],
    ]);
    expect(await cases(user)).toEqual(['club_devuelto', 'club_reembolso_fallido']);
    expect(await toEnd(user)).toEqual(['ahora reembolso: anulada']);
  });

  test.each([
    ['after the membership has ended opens a case', 0, ['club_pagado_tras_terminar']],
    ['before the membership has ended opens no case', -2, []],
  ])('a charge that is paid %s', async (_name, paidDays, found) => {
    const { user, reference } = await member([{ desde: -31, hasta: -1 }], { desde: -31, hasta: -1, visto: -1 });
    await apply(user, reference, [], { estado: 'terminada', desde: -31, hasta: -1, visto: -0.9 });
    const late = { factura: `${reference}_2`, desde: -1, hasta: 29, pagado: paidDays };
    for (const _time of [1, 2]) await apply(user, reference, [late], { estado: 'terminada' });
    expect((await account(user))?.club).toBe(false);
    expect(await cases(user)).toEqual(found);
  });

  test('an unpaid cancelled membership ends with the provider’s period, not before', async () => {
    const user = await createUser(sql);
    const reference = next('sub_cargo');
    await apply(user, reference, [{ desde: -30.2, hasta: -0.2 }], { estado: 'cancelada_al_final', desde: -0.2 });
    expect((await account(user))?.club).toBe(true);
    const ended = async (change: object) => {
      await sql`update suscripciones set ${sql(change)} where user_id = ${user}`;
      await db.callService('terminar_clubs_vencidos');
      const [row] = await sql`select s.estado, u.club from suscripciones s join usuarios_meta u on u.id = s.user_id
        where s.referencia = ${reference}`;
      return row;
    };
    expect(await ended({ pagado_hasta: at(-1.2) })).toEqual({ estado: 'cancelada_al_final', club: false });
    expect(await ended({ periodo_fin: at(-0.1) })).toEqual({ estado: 'terminada', club: false });
  });

  const endMail = (user: string) =>
    sql`select datos ->> 'plan' as plan, (datos ->> 'hasta')::timestamptz as until from correos
      where user_id = ${user} and plantilla = 'club_fin'`;

  test.each([false, true])(
    'the mail about the end names its day, not that of the charge (lost: %s)',
    async (perdido) => {
      const { user, reference } = await member();
      await apply(user, reference, [{ estado: 'reembolsado', perdido }]);
      await apply(user, reference, [], { estado: 'terminada', visto: 2 });
      expect(await endMail(user)).toEqual([{ plan: 'monthly', until: new Date(at(2)) }]);
    },
  );

  test('the mail about the end after an uncollected charge names the day on which Stripe gave up', async () => {
    const paid = { factura: next('in'), desde: -31, hasta: -1 };
    const { user, reference } = await member([paid], { desde: -31, hasta: -1, visto: -2 });
    await apply(user, reference, [{ estado: 'fallido' }], { estado: 'impagada' });
    await apply(user, reference, [], { estado: 'terminada', visto: 2 });
    expect(await endMail(user)).toEqual([{ plan: 'monthly', until: new Date(at(2)) }]);
  });

  test('two memberships that end together are mailed once, with the day of the last one', async () => {
    const charge = (factura: string, hasta: number) => ({ factura, desde: -40, hasta });
    const cancelled = (hasta: number) => ({ estado: 'cancelada_al_final', desde: -40, hasta, visto: -35 });
    const { user } = await member([charge(next('in'), -2)], cancelled(-2));
    await apply(user, next('sub_cargo'), [charge(next('in'), -1)], cancelled(-1));
    await db.callService('terminar_clubs_vencidos');
    expect(await endMail(user)).toEqual([{ plan: 'monthly', until: new Date(at(-1)) }]);
  });

  test('a cancelled membership that ends during a dispute ends with its period', async () => {
    const { user, reference } = await member([{ desde: -31, hasta: -1 }], { desde: -31, hasta: -1, visto: -30 });
    const disputed = { desde: -31, hasta: -1, estado: 'en_disputa' };
    await apply(user, reference, [disputed], { estado: 'cancelada_al_final', desde: -31, hasta: -1, visto: -29 });
    await db.callService('terminar_clubs_vencidos');
    expect(await endMail(user)).toEqual([{ plan: 'monthly', until: new Date(at(-1)) }]);
  });

  test('paying again in the same month credits its coins again', async () => {
    const { user, reference } = await member([{ desde: 0 }]);
    await apply(user, reference, [{ desde: 0, estado: 'reembolsado' }], { estado: 'terminada' });
    await apply(user, next('sub_cargo'), [{ desde: 0 }]);
    expect(await account(user)).toEqual({ club: true, uncoins: 100 });
  });
});

describe('cancellations at the provider', () => {
  const ban = async (user: string, until: number | null) =>
    db.callAs(await createUser(sql, { role: 'admin' }), 'vetar', {
      p_usuario: user,
      p_hasta: until === null ? null : at(until),
      p_motivo: 'Fraude',
    });
  const lift = async (user: string) =>
    db.callAs(await createUser(sql, { role: 'admin' }), 'levantar_veto', { p_usuario: user, p_motivo: 'Error' });
  const pending = (reference: string) =>
    db.callService<Record<string, unknown>[]>('cancelaciones_club_pendientes', { p_referencia: reference });
  const close = (id: unknown, p_error?: string) => db.callService('cerrar_cancelacion_club', { p_id: id, p_error });

  test('a permanent ban cancels at once, and is retried until confirmed', async () => {
    const { user, reference } = await member();
    await ban(user, null);
    const [order] = await pending(reference);
    expect(order).toMatchObject({ referencia: reference, modo: 'ahora', reembolsos: [] });
    await close(order?.id, 'no answer');
    expect(await pending(reference)).toHaveLength(1);
    await apply(user, reference, [{}], { estado: 'terminada' });
    await close(order?.id);
    expect(await pending(reference)).toEqual([]);
    expect(await toEnd(user)).toEqual(['ahora veto: hecha']);
    expect((await account(user))?.club).toBe(false);
  });

  test('a temporary ban lets the membership end with the paid period', async () => {
    for (const days of [1, 400]) {
      const { user } = await member();
      await ban(user, days);
      expect(await toEnd(user)).toEqual(['al_final veto: pendiente']);
      expect((await account(user))?.club).toBe(true);
    }
  });

  test('a temporary ban cancels unpaid periods at once', async () => {
    const { user } = await member([{ estado: 'fallido' }], { estado: 'impagada' });
    await ban(user, 1);
    expect(await toEnd(user)).toEqual(['ahora veto: pendiente']);
  });

  test('a lifted ban drops pending cancellations, and a second ban requests them again', async () => {
    const { user, reference } = await member();
    await ban(user, null);
    await lift(user);
    expect(await toEnd(user)).toEqual(['ahora veto: anulada']);
    expect(await pending(reference)).toEqual([]);
    await ban(user, null);
    expect(await toEnd(user)).toEqual(['ahora veto: pendiente']);
  });

  test('a permanent ban that becomes a temporary one lets the membership end with the paid period', async () => {
    const { user } = await member();
    await ban(user, null);
    await ban(user, 1);
    expect(await toEnd(user)).toEqual(['ahora veto: anulada', 'al_final veto: pendiente']);
  });

  test('a ban that expires before the provider answers requests nothing more', async () => {
    const { user, reference } = await member();
    await sql`update usuarios_meta set banned_until = now() + interval '1 second' where id = ${user}`;
    await sql`alter table usuarios_meta disable trigger terminar_club_de_cuenta`;
    await sql`update usuarios_meta set banned_until = now() - interval '1 second' where id = ${user}`;
    await sql`alter table usuarios_meta enable trigger terminar_club_de_cuenta`;
    expect(await pending(reference)).toEqual([]);
  });

  test('a deleted account cancels a membership at once that was to end with its period', async () => {
    const { user, reference } = await member([{}], { estado: 'cancelada_al_final' });
    expect(await db.callAs(user, 'borrar_mi_cuenta', { p_contrasena: await givePassword(sql, user) })).toMatchObject({
      ok: true,
    });
    expect(await pending(reference)).toMatchObject([{ modo: 'ahora', reembolsos: [] }]);
  });

  test('the stored payment page of a deleted account loses its mail address', async () => {
    const user = await createUser(sql);
    await db.callAs(user, 'abrir_sesion_club', { p_plan: 'monthly', p_idioma: 'es' });
    const addresses = async () =>
      (await sql`select correo from sesiones_club where user_id = ${user}`).map(({ correo }) => correo);
    expect(await addresses()).toEqual([expect.stringContaining('@gmail.com')]);
    await db.callAs(user, 'borrar_mi_cuenta', { p_contrasena: await givePassword(sql, user) });
    expect(await addresses()).toEqual([null]);
  });

  test('later payments of a deleted or banned account are cancelled and refunded', async () => {
    const [gone, banned] = [await createUser(sql), await createUser(sql)];
    await db.callAs(gone, 'borrar_mi_cuenta', { p_contrasena: await givePassword(sql, gone) });
    await ban(banned, null);
    for (const user of [gone, banned]) {
      const reference = next('sub_cargo');
      await apply(user, reference);
      expect(await pending(reference)).toMatchObject([{ modo: 'ahora', reembolsos: [{ intento: `pi_${reference}` }] }]);
    }
    expect(await sql`select from correos where user_id = ${gone}`).toEqual([]);
  });

  test('a second membership opens a case, is cancelled and refunded; the first one stays', async () => {
    const { user, reference } = await member();
    const second = next('sub_cargo');
    expect(await apply(user, second)).toMatchObject({ por_cancelar: true });
    await apply(user, second);
    expect(await cases(user)).toEqual(['club_pagado_dos_veces']);
    expect(await pending(second)).toMatchObject([{ modo: 'ahora', reembolsos: [{ intento: `pi_${second}` }] }]);
    expect(await pending(reference)).toEqual([]);
    await apply(user, second, [{ estado: 'reembolsado' }], { estado: 'terminada' });
    expect(await account(user)).toEqual({ club: true, uncoins: 100 });
    expect(await cases(user)).toEqual(['club_pagado_dos_veces']);
  });

  test('two subscriptions reported at once are reduced to one', async () => {
    const user = await createUser(sql);
    const [one, other] = [next('sub_cargo'), next('sub_cargo')];
    await Promise.all([apply(user, one), apply(user, other)]);
    expect(await toEnd(user)).toEqual(['ahora duplicada reembolsar: pendiente']);
  });
});

describe('the checkout of the Club', () => {
  const open = (user: string, p_plan = 'monthly') => db.callAs(user, 'abrir_sesion_club', { p_plan, p_idioma: 'es' });
  const remember = (page: unknown, reference: string) =>
    db.callService<boolean>('recordar_sesion_club', { p_sesion: page, p_referencia: reference });

  test('is replaced after a price change', async () => {
    const user = await createUser(sql);
    expect(await open(user)).toMatchObject({ centimos: 390, igual: true });
    await sql`update configuracion_global set club_precio_mensual = 4.5`;
    expect(await open(user)).toMatchObject({ centimos: 390, igual: false });
    expect(await open(await createUser(sql), 'yearly')).toMatchObject({ centimos: 4590, igual: true });
    await sql`update configuracion_global set club_precio_mensual = 3.9`;
    expect(await open(user)).toMatchObject({ igual: true });
  });

  test('is one per person, however many are requested at once', async () => {
    const user = await createUser(sql);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => open(user, index % 2 ? 'monthly' : 'yearly')),
    );
    expect(new Set(answers.map(({ sesion }) => sesion)).size).toBe(1);
    expect(answers.filter(({ igual }) => igual)).toHaveLength(10);
  });

  test('is not stored once it is closed, and the next one is new', async () => {
    const user = await createUser(sql);
    const { sesion } = await open(user);
    expect(await remember(sesion, next('cs'))).toBe(true);
    await db.callService('cerrar_sesion_club', { p_sesion: sesion });
    expect(await remember(sesion, next('cs'))).toBe(false);
    expect((await open(user)).sesion).not.toBe(sesion);
  });

  test('is replaced after its expiry', async () => {
    const user = await createUser(sql);
    const { sesion } = await open(user);
    await sql`update sesiones_club set caduca_at = now() where id = ${String(sesion)}`;
    expect((await open(user, 'yearly')).sesion).not.toBe(sesion);
  });

  test.each([
    ['ya_del_club', { club: true }],
    ['cuenta_baneada', { banned_until: at(1) }],
    ['cuenta_deshabilitada', { reputacion: 'deshabilitado' }],
  ])('is refused: %s', async (error, state) => {
    expect(await open(await createUser(sql, state))).toEqual({ ok: false, error });
  });

  test('is refused during a subscription and marked to be closed', async () => {
    const user = await createUser(sql);
    const { sesion } = await open(user);
    await remember(sesion, next('cs'));
    await apply(user, next('sub_cargo'), [{ estado: 'fallido' }], { estado: 'impagada' });
    expect(await open(user)).toEqual({ ok: false, error: 'suscripcion_abierta' });
    const [row] = await sql`select count(*)::int as n from sesiones_club_por_cerrar() where sesion = ${String(sesion)}`;
    expect(row?.n).toBe(1);
  });

  test.each([{ banned_until: at(1) }, { reputacion: 'deshabilitado' }])(
    'is marked to be closed once its person is refused: %j',
    async (state) => {
      const user = await createUser(sql);
      const { sesion } = await open(user);
      await remember(sesion, next('cs'));
      const marked = () => sql`select 1 from sesiones_club_por_cerrar() where sesion = ${String(sesion)}`;
      expect(await marked()).toHaveLength(0);
      await sql`update usuarios_meta set ${sql(state)} where id = ${user}`;
      expect(await marked()).toHaveLength(1);
    },
  );
});

test('a Club invoice is visible to its payer and admins only, and its series has no gap', async () => {
  const { user, reference } = await member();
  const admin = await createUser(sql, { role: 'admin' });
  await apply(user, reference, [{ estado: 'reembolsado' }]);
  const rows =
    await sql`select f.id from facturas f join cargos_club c on c.id = f.cargo_club_id where c.user_id = ${user}`;
  expect(rows).toHaveLength(2);
  for (const { id } of rows) {
    const read = (who: string) => db.callAs(who, 'ver_factura_club', { p_factura: id });
    expect(await read(user)).toMatchObject({ ok: true, datos: { metodo: 'tarjeta', iva_porcentaje: 21 } });
    expect(await read(admin)).toMatchObject({ ok: true });
    expect(await read(await createUser(sql))).toEqual({ ok: false, error: 'no_existe' });
    expect(await db.asUser(user, (own) => own`select from facturas where id = ${id}`)).toHaveLength(1);
  }
  for (const series of await sql`select serie, max(numero)::int as last, count(*)::int as all from facturas group by 1`) {
    expect(series.last).toBe(series.all);
  }
});

test('the panel counts and lists charges and refunds', async () => {
  const admin = await createUser(sql, { role: 'admin' });
  const figures = async () => {
    const answer = (await db.callAs(admin, 'admin_resumen', { p_dias: 7 })) as unknown as {
      dias: { ventas: number; devoluciones: number; altas: number }[];
      metodos: { metodo: string; total: number }[];
    };
    return {
      sales: answer.dias.reduce((sum, { ventas }) => sum + ventas, 0),
      back: answer.dias.reduce((sum, { devoluciones }) => sum + devoluciones, 0),
      club: answer.metodos.find(({ metodo }) => metodo === 'club')?.total ?? 0,
      joined: answer.dias.map(({ altas }) => altas),
    };
  };
  const before = await figures();
  const { user, reference } = await member();
  await apply(user, reference, [{ estado: 'parcial', devuelto: 90 }]);
  const after = await figures();
  expect(after).toMatchObject({ sales: before.sales + 390, back: before.back + 90, club: before.club + 390 });
  // Members count on the day on which they join.
  expect(after.joined).toEqual([...before.joined.slice(0, -1), (before.joined.at(-1) ?? 0) + 1]);
  for (const filters of [
    { buscar: `in_${reference}` },
    { buscar: `pi_${reference}`, filtro: 'parcial' },
    { buscar: user },
  ]) {
    const answer = await db.callAs(admin, 'admin_listar', { p_lista: 'cargos', p_filtros: sql.json(filters) });
    expect(answer.filas).toMatchObject([{ datos: { estado: 'parcial', centimos: 390, devuelto_centimos: 90 } }]);
  }
});
