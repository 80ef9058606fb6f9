import { describe, expect, test } from 'vitest';
import { createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 12 });
const { sql } = db;
const day = 86_400_000;
const now = Date.now();
const at = (days: number) => new Date(now + days * day).toISOString();

const month = { factura: 'month', plan: 'monthly', desde: at(-15), hasta: at(15), centimos: 390 };
const year = { factura: 'year', plan: 'yearly', desde: at(0), hasta: at(365), centimos: 3783 };
type Charge = typeof month & { estado?: string; devuelto_centimos?: number; credito_centimos?: number };

let count = 0;
/** A member and their subscription, as Stripe reports it from then on. */
async function member() {
  count += 1;
  const [user, reference] = [await createUser(sql), `sub_plan_${count}`];
  const report = (seen: number, state: object = {}, charges: Charge[] = [month]) =>
    db.callService('aplicar_suscripcion', {
      p_usuario: user,
      p_referencia: reference,
      p_plan: 'monthly',
      p_estado: 'activa',
      p_periodo_inicio: at(-15),
      p_periodo_fin: at(15),
      p_visto_at: at(seen),
      p_cargos: sql.json(
        charges.map((charge) => ({
          moneda: 'eur',
          estado: 'pagado',
          devuelto_centimos: 0,
          perdido: false,
          pagado_at: charge.desde,
          ...charge,
          factura: `in_${charge.factura}_${reference}`,
        })),
      ),
      ...state,
    });
  await report(-14);
  return { user, reference, report };
}
const yearly = { p_plan: 'yearly', p_periodo_inicio: at(0), p_periodo_fin: at(365) };
const waiting = (hasta = at(0.9)) => ({ p_cambio_plan: 'yearly', p_cambio_hasta: hasta });

const planned = { ...yearly, p_proximo_plan: 'monthly', p_proximo_desde: at(365), p_proximo_centimos: 390 };

const stateOf = async (reference: string) =>
  (await sql`select plan, estado, cambio_plan, pagado_hasta from suscripciones where referencia = ${reference}`)[0];
const mails = async (user: string) =>
  (await sql`select plantilla from correos where user_id = ${user} order by id`).map(({ plantilla }) => plantilla);
const changeable = (user: string, p_plan = 'yearly') =>
  db.callAs<{ error?: string; referencia?: string }>(user, 'plan_club_por_cambiar', { p_plan });

describe('a change of plan', () => {
  test('credits the paid rest, notifies once, and grants the coins of each month once', async () => {
    const { user, reference, report } = await member();
    await Promise.all(Array.from({ length: 6 }, () => report(0, yearly, [month, year])));
    expect(await stateOf(reference)).toMatchObject({ plan: 'yearly', pagado_hasta: new Date(at(365)) });
    expect(await mails(user)).toEqual(['club_inicio', 'club_plan']);
    const charges = await sql`select plan, centimos from cargos_club where user_id = ${user} order by centimos`;
    expect(charges).toMatchObject([
      { plan: 'monthly', centimos: 390 },
      { plan: 'yearly', centimos: 3783 },
    ]);
    const coins = await sql`select split_part(clave, ':', 3) as mes from movimientos_uncoins
      where user_id = ${user} and concepto = 'club'`;
    expect(coins.length).toBeGreaterThan(0);
    expect(new Set(coins.map(({ mes }) => mes)).size).toBe(coins.length);
  });

  test('ignores an earlier report that arrives late', async () => {
    const { user, reference, report } = await member();
    await report(0, yearly, [month, year]);
    await report(-1, waiting());
    expect(await stateOf(reference)).toMatchObject({ plan: 'yearly', cambio_plan: null });
    expect(await mails(user)).toEqual(['club_inicio', 'club_plan']);
  });

  test('keeps the old plan while its payment is pending, notifies once, and can be dropped', async () => {
    const { user, reference, report } = await member();
    await report(-1, waiting());
    await report(-0.9, waiting());
    expect(await stateOf(reference)).toMatchObject({ plan: 'monthly', cambio_plan: 'yearly' });
    expect(await mails(user)).toEqual(['club_inicio', 'club_plan_por_pagar']);
    await report(-0.8);
    expect(await stateOf(reference)).toMatchObject({ plan: 'monthly', cambio_plan: null });
  });

  test('is checked by the job if its payment stays pending too long', async () => {
    const { reference, report } = await member();
    const due = async () => (await sql`select referencia from clubs_por_mirar()`).map((row) => row.referencia);
    await report(-1, waiting());
    expect(await due()).not.toContain(reference);
    await report(-0.9, waiting(at(-0.1)));
    expect(await due()).toContain(reference);
  });

  test('keeps the paid month after a full refund', async () => {
    const { user, reference, report } = await member();
    await report(0, yearly, [month, year]);
    await report(0.1, yearly, [month, { ...year, estado: 'reembolsado', devuelto_centimos: 3783 }]);
    expect(await stateOf(reference)).toMatchObject({ pagado_hasta: new Date(at(15)) });
    expect((await sql`select club from usuarios_meta where id = ${user}`)[0]?.club).toBe(true);
  });

  test('is refused without its date', async () => {
    const { report } = await member();
    expect(await report(0, { p_cambio_plan: 'yearly' })).toMatchObject({ error: 'plan_no_valido' });
  });
});

test('the invoice of a plan change shows the credit as a line and adds up', async () => {
  await sql`update configuracion_global set vendedor_nombre = 'Tienda', vendedor_nif = 'B1', vendedor_direccion = 'Calle'`;
  const { user, report } = await member();
  const charged = { ...year, credito_centimos: 195 };
  await report(0, yearly, [month, charged]);
  await report(0.1, yearly, [month, { ...charged, devuelto_centimos: 1000, estado: 'parcial' }]);
  const invoices = await sql`select datos -> 'lineas' as lineas, (datos ->> 'total_centimos')::int as total
    from facturas f join cargos_club c on c.id = f.cargo_club_id where c.user_id = ${user} order by f.emitida_at, f.serie, f.numero`;
  expect(invoices).toEqual([
    { lineas: [{ concepto: 'base', centimos: 390 }], total: 390 },
    {
      lineas: [
        { concepto: 'base', centimos: 3978 },
        { concepto: 'credito_club', centimos: -195 },
      ],
      total: 3783,
    },
    { lineas: [{ concepto: 'reembolso', centimos: -1000 }], total: -1000 },
  ]);
});

describe('a scheduled plan change', () => {
  test('notifies once, keeps the paid period, and can be cancelled', async () => {
    const { user, reference, report } = await member();
    await report(0, yearly, [month, year]);
    await Promise.all(Array.from({ length: 6 }, () => report(0.1, planned, [month, year])));
    const next = async () =>
      (
        await sql`select plan, pagado_hasta, proximo_plan, proximo_centimos from suscripciones
        where referencia = ${reference}`
      )[0];
    const paid = { plan: 'yearly', pagado_hasta: new Date(at(365)) };
    expect(await next()).toEqual({ ...paid, proximo_plan: 'monthly', proximo_centimos: 390 });
    expect(await mails(user)).toEqual(['club_inicio', 'club_plan', 'club_plan_previsto']);
    await report(0.05, yearly, [month, year]);
    expect(await next()).toMatchObject({ proximo_plan: 'monthly' });
    await report(0.2, yearly, [month, year]);
    expect(await next()).toEqual({ ...paid, proximo_plan: null, proximo_centimos: null });
  });

  test('is refused without its date or its price', async () => {
    const { report } = await member();
    expect(await report(0, { p_proximo_plan: 'monthly', p_proximo_desde: at(15) })).toMatchObject({
      error: 'plan_no_valido',
    });
    expect(await report(0, { ...planned, p_proximo_plan: 'weekly' })).toMatchObject({ error: 'plan_no_valido' });
  });
});

describe('a plan change', () => {
  test('to monthly is offered to yearly members', async () => {
    const { user, reference, report } = await member();
    expect(await changeable(user, 'monthly')).toMatchObject({ error: 'plan_igual' });
    await report(0, yearly, [month, year]);
    expect(await changeable(user, 'monthly')).toMatchObject({ referencia: reference });
    await report(0.1, planned, [month, year]);
    expect(await changeable(user, 'monthly')).toMatchObject({ referencia: reference });
    expect(await changeable(user, 'weekly')).toMatchObject({ error: 'datos_no_validos' });
  });

  test('to yearly is offered to monthly members who have paid', async () => {
    const { user, reference, report } = await member();
    expect(await changeable(user)).toMatchObject({ referencia: reference });
    await report(0, yearly, [month, year]);
    expect(await changeable(user)).toMatchObject({ error: 'plan_igual' });
  });

  test.each([
    ['to people without a subscription', 'sin_membresia', async () => createUser(sql)],
    [
      'after a cancellation',
      'plan_no_cambiable',
      async () => {
        const { user, report } = await member();
        await report(0, { p_estado: 'cancelada_al_final' });
        return user;
      },
    ],
    [
      'after a failed charge',
      'plan_no_cambiable',
      async () => {
        const { user, report } = await member();
        await report(0, { p_estado: 'impagada' });
        return user;
      },
    ],
    [
      'to banned members',
      'cuenta_baneada',
      async () => {
        const { user } = await member();
        await sql`update usuarios_meta set banned_until = now() + interval '1 day' where id = ${user}`;
        return user;
      },
    ],
    [
      'to disabled members',
      'cuenta_deshabilitada',
      async () => {
        const { user } = await member();
        await sql`update usuarios_meta set reputacion = 'deshabilitado' where id = ${user}`;
        return user;
      },
    ],
    [
      'to deleted accounts',
      'sin_sesion',
      async () => {
        const { user } = await member();
        await sql`update usuarios_meta set borrada_at = now() where id = ${user}`;
        return user;
      },
    ],
  ])('is not offered %s', async (_who, error, prepare) => {
    expect(await changeable(await prepare())).toMatchObject({ error });
  });
});
