import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buy, createProduct, createUser, givePassword, type OpenPayment, openDispute, refundAll } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 10 });
const { sql } = db;

/** A sale of a creator; `euros` is what the buyer paid, of which a fifth is the creator's. */
const sell = async (creator: string, euros: number) =>
  buy(db, await createUser(sql), { producto: await createProduct(sql, { usuario_id: creator, precio: euros }) });

/** A creator with a balance. There is no holding time unless a test sets one. */
async function creatorWith(euros: number): Promise<string> {
  const creator = await createUser(sql);
  await sell(creator, euros);
  await sql`update configuracion_global set dias_retencion = 0`;
  return creator;
}

const takeBack = (sale: OpenPayment, state: 'reembolsado' | 'en_disputa') =>
  state === 'reembolsado' ? refundAll(db, sale) : openDispute(db, sale);

/** The one sale of a creator. */
async function saleOf(creator: string): Promise<OpenPayment> {
  const [sale] = await sql<OpenPayment[]>`select p.id, p.referencia as reference, p.total_centimos as cents
    from pagos p join adquisiciones a on a.pago_id = p.id join productos o on o.id = a.producto_id
    where o.usuario_id = ${creator}`;
  if (!sale) throw new Error('no sale');
  return sale;
}

const ask = (who: string, p_centimos: number, p_clave: string = randomUUID(), p_paypal_email = 'ana@correo.es') =>
  db.callAs(who, 'pedir_retiro', { p_paypal_email, p_centimos, p_clave });
const balance = (who: string) => db.callAs(who, 'mi_saldo');
const solve = (who: string, retiro: unknown, p_aprobar: boolean, p_motivo: string | null = null) =>
  db.callAs(who, 'resolver_retiro', { p_retiro: retiro, p_aprobar, p_motivo });
const close = (retiro: unknown, p_estado: string) =>
  db.callService('cerrar_retiro', {
    p_retiro: retiro,
    p_estado,
    p_referencia: 'PI-1',
    p_motivo: 'RECEIVER_UNREGISTERED',
  });

test('the balance of a person without sales is zero', async () => {
  const sums = Object.entries(await balance(await createUser(sql))).filter(([name]) => name.endsWith('_centimos'));
  expect(sums).not.toEqual([]);
  expect(sums.filter(([, cents]) => cents !== 0)).toEqual([]);
});

describe('pedir_retiro', () => {
  test('requires the password for a new address', async () => {
    const creator = await creatorWith(200);
    const p_contrasena = await givePassword(sql, creator);
    const to = (p_paypal_email: string, password: string | null = null) =>
      db.callAs(creator, 'pedir_retiro', {
        p_paypal_email,
        p_centimos: 500,
        p_clave: randomUUID(),
        p_contrasena: password,
      });
    expect(await to('ana@correo.es')).toEqual({ ok: false, error: 'falta_contrasena' });
    expect(await to('ana@correo.es', 'otra-cosa')).toEqual({ ok: false, error: 'contrasena_incorrecta' });
    expect(await balance(creator)).toMatchObject({ reservado_centimos: 0 });
    expect(await to('ana@correo.es', p_contrasena)).toMatchObject({ ok: true });
    expect(await to('Ana@correo.es')).toMatchObject({ ok: true });
    expect(await to('ladron@correo.es')).toMatchObject({ error: 'falta_contrasena' });
    for (let n = 0; n < 10; n++) await to('ladron@correo.es', `clave-${n}`);
    expect(await to('ladron@correo.es', p_contrasena)).toMatchObject({ error: 'demasiados_intentos' });
  });

  test('deducts the amount at once, and only once', async () => {
    const creator = await creatorWith(90);
    expect(await balance(creator)).toMatchObject({ disponible_centimos: 1800, reservado_centimos: 0 });
    const key = randomUUID();
    const first = await ask(creator, 1000, key);
    expect(first).toMatchObject({ ok: true });
    expect(await ask(creator, 1000, key)).toEqual(first);
    expect(await balance(creator)).toMatchObject({ disponible_centimos: 800, reservado_centimos: 1000 });
  });

  test('does not return an earlier withdrawal for a corrected one', async () => {
    const creator = await creatorWith(90);
    const key = randomUUID();
    expect(await ask(creator, 1000, key, 'ana@gmial.com')).toMatchObject({ ok: true });
    expect(await ask(creator, 1000, key, 'ana@gmail.com')).toEqual({ ok: false, error: 'clave_usada' });
    expect(await ask(creator, 800, key, 'ana@gmial.com')).toEqual({ ok: false, error: 'clave_usada' });
    expect(await balance(creator)).toMatchObject({ disponible_centimos: 800, reservado_centimos: 1000 });
  });

  test('is refused below 5 euros, above the balance, and for an invalid address', async () => {
    const creator = await creatorWith(50);
    expect(await ask(creator, 499)).toEqual({ ok: false, error: 'importe_minimo' });
    expect(await ask(creator, 1001)).toEqual({
      ok: false,
      error: 'saldo_insuficiente',
      disponible_centimos: 1000,
      deuda_centimos: 0,
    });
    expect(await ask(creator, 500, randomUUID(), 'ana')).toEqual({ ok: false, error: 'email_no_valido' });
    await sql`update usuarios_meta set banned_until = now() + interval '1 day' where id = ${creator}`;
    expect(await ask(creator, 500)).toEqual({ ok: false, error: 'sin_sesion' });
  });

  test('of a hundred concurrent ones never exceeds the balance', async () => {
    const creator = await creatorWith(95);
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(creator, 500)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
    expect(await balance(creator)).toMatchObject({ disponible_centimos: 400, reservado_centimos: 1500 });
    const [row] = await sql`select sum(centimos)::int as cents from movimientos_ingresos where usuario_id = ${creator}`;
    expect(row?.cents).toBe(400);
  });
});

test('recent sales are held, with their day of release', async () => {
  const creator = await creatorWith(50);
  await sql`update configuracion_global set dias_retencion = 7`;
  const recent = await balance(creator);
  await sql`update configuracion_global set dias_retencion = 0`;
  expect(recent).toMatchObject({ total_centimos: 1000, retenido_centimos: 1000, disponible_centimos: 0 });
  expect(Date.parse(String(recent.proximo_at)) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
});

const openCases = async (retiro: unknown) =>
  (
    await sql`select tipo from casos_admin where datos ->> 'retiro_id' = ${String(retiro)} and not resuelto order by id`
  ).map(({ tipo }) => tipo);

const open = async () => {
  const creator = await creatorWith(50);
  const admin = await createUser(sql, { role: 'admin' });
  return { creator, admin, retiro: (await ask(creator, 1000)).retiro_id };
};

describe('a withdrawal', () => {
  const state = async (retiro: unknown) =>
    (await sql`select estado from withdrawals where id = ${String(retiro)}`)[0]?.estado;

  test('is approved by an admin only, then paid, and may still be returned', async () => {
    const { creator, admin, retiro } = await open();
    expect(await solve(creator, retiro, true)).toEqual({ ok: false, error: 'sin_permiso' });
    expect(await solve(admin, retiro, true)).toMatchObject({ ok: true, centimos: 1000, paypal_email: 'ana@correo.es' });
    expect(await solve(admin, retiro, true)).toEqual({ ok: false, error: 'ya_resuelto' });
    for (let time = 0; time < 2; time += 1) expect(await close(retiro, 'pagado')).toMatchObject({ estado: 'pagado' });
    expect(await balance(creator)).toMatchObject({ disponible_centimos: 0, pagado_centimos: 1000 });
    for (let time = 0; time < 2; time += 1) expect(await close(retiro, 'fallido')).toMatchObject({ estado: 'fallido' });
    expect(await balance(creator)).toMatchObject({ disponible_centimos: 1000, reservado_centimos: 0 });
    expect(await openCases(retiro)).toEqual(['retiro_devuelto_tras_pago']);
    // PayPal paid it nevertheless: the returned amount is deducted again.
    for (let time = 0; time < 2; time += 1) expect(await close(retiro, 'pagado')).toMatchObject({ estado: 'pagado' });
    expect(await balance(creator)).toMatchObject({ disponible_centimos: 0, pagado_centimos: 1000 });
    expect(await openCases(retiro)).toEqual(['retiro_devuelto_tras_pago', 'retiro_pagado_tras_fallo']);
    const mails = await sql`select datos ->> 'estado' as estado from correos where user_id = ${creator} order by id`;
    expect(mails.map(({ estado }) => estado)).toEqual(['pagado', 'fallido', 'pagado']);
  });

  test('that is rejected returns to the balance, with the reason in a mail and in the log', async () => {
    const { creator, admin, retiro } = await open();
    for (const reason of [null, 'no', ' no ', 'a'.repeat(501)])
      expect(await solve(admin, retiro, false, reason)).toEqual({ ok: false, error: 'motivo_no_valido' });
    expect(await solve(admin, retiro, false, 'Falta verificar la cuenta')).toMatchObject({ ok: true });
    expect(await state(retiro)).toBe('rechazado');
    const other = await open();
    expect(await solve(other.admin, other.retiro, false, ' abc ')).toMatchObject({ ok: true });
    expect(await balance(creator)).toMatchObject({ disponible_centimos: 1000 });
    const mails = await sql`select datos from correos where user_id = ${creator} and plantilla = 'retiro'`;
    expect(mails).toMatchObject([{ datos: { estado: 'rechazado', motivo: 'Falta verificar la cuenta' } }]);
    expect(await sql`select accion, actor_id from auditoria where objeto_id = ${String(retiro)}`).toEqual([
      { accion: 'rechazar_retiro', actor_id: admin },
    ]);
  });
});

describe('an approval checks the balance again', () => {
  test.each(['reembolsado', 'en_disputa'] as const)(
    'sales that are %s in the meantime are not paid out',
    async (state) => {
      const [creator, admin] = [await createUser(sql), await createUser(sql, { role: 'admin' })];
      const sale = await sell(creator, 198);
      await sql`update configuracion_global set dias_retencion = 0`;
      const { retiro_id: retiro } = await ask(creator, 3960);
      await takeBack(sale, state);
      expect(await solve(admin, retiro, true)).toMatchObject({
        ok: false,
        error: 'saldo_insuficiente',
        total_centimos: -3960,
        quedaria_centimos: -3960,
        en_disputa_centimos: state === 'en_disputa' ? 3960 : 0,
      });
      expect(await sql`select estado from withdrawals where id = ${String(retiro)}`).toEqual([
        { estado: 'solicitado' },
      ]);
      // It can be rejected, or wait until the sales of the creator cover it again.
      await sell(creator, 200);
      expect(await solve(admin, retiro, true)).toMatchObject({ ok: true });
    },
  );

  test('other pending withdrawals do not count, held sales do', async () => {
    const [creator, admin] = [await createUser(sql), await createUser(sql, { role: 'admin' })];
    const first = await sell(creator, 50);
    await sell(creator, 50);
    await sql`update configuracion_global set dias_retencion = 0`;
    const [one, two] = [await ask(creator, 1000), await ask(creator, 1000)];
    await takeBack(first, 'reembolsado');
    expect(await db.callAs(admin, 'admin_retiro', { p_retiro: one.retiro_id })).toMatchObject({
      centimos: 1000,
      estado: 'solicitado',
      saldo: { total_centimos: -1000, otros_centimos: 1000, quedaria_centimos: 0 },
      creador: { id: creator, reputacion: 'buena', banned_until: null },
    });
    expect(await solve(admin, one.retiro_id, true)).toMatchObject({ ok: true });
    expect(await solve(admin, two.retiro_id, true)).toMatchObject({ ok: false, error: 'saldo_insuficiente' });
    await sell(creator, 50);
    await sql`update configuracion_global set dias_retencion = 7`;
    const refused = await solve(admin, two.retiro_id, true);
    await sql`update configuracion_global set dias_retencion = 0`;
    expect(refused).toMatchObject({ ok: false, error: 'saldo_insuficiente', total_centimos: 0 });
    expect(await solve(admin, two.retiro_id, true)).toMatchObject({ ok: true });
  });

  test('the first payout attempt checks the balance again', async () => {
    const { creator, admin, retiro } = await open();
    await solve(admin, retiro, true);
    await takeBack(await saleOf(creator), 'reembolsado');
    expect(await db.callService('preparar_envio', { p_retiro: retiro })).toEqual({
      ok: false,
      error: 'saldo_insuficiente',
    });
    expect(await sql`select estado, intentos from withdrawals where id = ${String(retiro)}`).toEqual([
      { estado: 'solicitado', intentos: 0 },
    ]);
  });

  test('concurrent approvals, refunds and sales do not deadlock, and nothing uncovered is paid', {
    tags: 'nightly',
  }, async () => {
    const admin = await createUser(sql, { role: 'admin' });
    const creators = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const creator = await createUser(sql);
        const sales = [await sell(creator, 50), await sell(creator, 50)];
        await sql`update configuracion_global set dias_retencion = 0`;
        const asked = [await ask(creator, 1000), await ask(creator, 1000)];
        return { creator, sales, retiros: asked.map(({ retiro_id }) => String(retiro_id)) };
      }),
    );
    await Promise.all(
      creators.flatMap(({ creator, sales, retiros }) => [
        ...retiros.map((retiro) =>
          solve(admin, retiro, true).then(() => db.callService('preparar_envio', { p_retiro: retiro })),
        ),
        ...sales.map((sale) => takeBack(sale, 'reembolsado')),
        sell(creator, 25),
        db.callService('cerrar_retiro', {
          p_retiro: retiros[0],
          p_estado: 'fallido',
          p_referencia: null,
          p_motivo: 'X',
        }),
      ]),
    );
    for (const { creator, retiros } of creators) {
      const [row] =
        await sql`select sum(centimos)::int as cents from movimientos_ingresos where usuario_id = ${creator}`;
      const states = await sql`select estado, intentos from withdrawals where id in ${sql(retiros)}`;
      const kept = states.filter(({ estado }) => estado !== 'fallido').length;
      expect(row?.cents).toBe(500 - 1000 * kept);
      // Further withdrawals exceed the balance and are not paid.
      for (const retiro of retiros) {
        if ((await solve(admin, retiro, true)).ok) throw new Error('an uncovered withdrawal was approved');
      }
    }
  });
});

test('a debt is settled by later sales before any withdrawal', async () => {
  const { creator, admin, retiro } = await open();
  await solve(admin, retiro, true);
  await db.callService('preparar_envio', { p_retiro: retiro });
  await close(retiro, 'pagado');
  await takeBack(await saleOf(creator), 'en_disputa');
  expect(await balance(creator)).toMatchObject({
    total_centimos: -1000,
    disponible_centimos: 0,
    deuda_centimos: 1000,
    en_disputa_centimos: 1000,
  });
  expect(await ask(creator, 500)).toMatchObject({ error: 'saldo_insuficiente', deuda_centimos: 1000 });
  await sell(creator, 75);
  expect(await balance(creator)).toMatchObject({ total_centimos: 500, disponible_centimos: 500, deuda_centimos: 0 });
  expect(await db.callAs(admin, 'admin_saldo', { p_usuario: creator })).toMatchObject({ total_centimos: 500 });
  expect(await db.callAs(creator, 'admin_saldo', { p_usuario: creator })).toEqual({ ok: false, error: 'sin_permiso' });
  const [day] = await sql`select privado.hoy()::text as today, (privado.hoy() + 1)::text as tomorrow`;
  const statement = (p_desde: string, p_hasta: string) => db.callAs(creator, 'mi_extracto', { p_desde, p_hasta });
  expect(await statement(day?.today, day?.tomorrow)).toMatchObject({ cierre_centimos: 500 });
  expect(await statement('1970-01-01', day?.today)).toMatchObject({ apertura_centimos: 0, cierre_centimos: 0 });
});

describe('a payout without a response', () => {
  const unknown = async () => {
    const found = await open();
    await solve(found.admin, found.retiro, true);
    expect(await db.callService('preparar_envio', { p_retiro: found.retiro })).toMatchObject({ ok: true, intento: 1 });
    return found;
  };
  const age = (retiro: unknown, time: string) =>
    sql`update withdrawals set enviado_at = now() - ${time}::interval where id = ${String(retiro)}`;
  const clarify = (who: string, retiro: unknown, p_pagado: boolean, p_referencia: string | null, p_nota = 'Mirado') =>
    db.callAs(who, 'aclarar_retiro', { p_retiro: retiro, p_pagado, p_referencia, p_nota });

  test('is finally refused only by the response to its single attempt', async () => {
    const { creator, retiro } = await unknown();
    expect(await db.callService('preparar_envio', { p_retiro: retiro })).toMatchObject({ ok: true, intento: 2 });
    // Two calls were under way at once: the refusal of neither says what became of the other.
    for (const p_intento of [1, 2]) {
      expect(await db.callService('rechazar_envio', { p_retiro: retiro, p_intento, p_motivo: 'NO' })).toEqual({
        ok: true,
        estado: 'en_proceso',
      });
    }
    expect(await balance(creator)).toMatchObject({ disponible_centimos: 0 });
  });

  test('opens a case after two hours, which closes when PayPal reports its batch', async () => {
    const [{ retiro }, other] = [await unknown(), await unknown()];
    await db.callService('preparar_envio', { p_retiro: retiro });
    expect(await openCases(retiro)).toEqual([]);
    for (const each of [retiro, other.retiro]) {
      await age(each, '3 hours');
      expect(await db.callService('preparar_envio', { p_retiro: each })).toMatchObject({ ok: true, lote: null });
      expect(await openCases(each)).toEqual(['retiro_sin_aclarar']);
    }
    await db.callService('anotar_lote', { p_retiro: retiro, p_lote: `lote-${retiro}` });
    expect([await openCases(retiro), await openCases(other.retiro)]).toEqual([[], ['retiro_sin_aclarar']]);
    expect(await clarify(other.admin, other.retiro, true, 'TX54321', 'ok!')).toEqual({ ok: true, estado: 'pagado' });
    expect(await openCases(other.retiro)).toEqual([]);
    await db.callService('anotar_lote', { p_retiro: retiro, p_lote: `otro-${retiro}` });
    expect(await openCases(retiro)).toEqual(['retiro_con_dos_lotes']);
  });

  test('is never repeated once PayPal may have forgotten it', async () => {
    const { retiro } = await unknown();
    await age(retiro, '26 days');
    expect(await db.callService('preparar_envio', { p_retiro: retiro })).toEqual({ ok: false, error: 'plazo_pasado' });
    expect(await openCases(retiro)).toEqual(['retiro_sin_aclarar']);
  });

  test('is settled by an admin only, with a reference or a reason, in the log', async () => {
    const [{ creator, admin, retiro }, other] = [await unknown(), await unknown()];
    expect(await clarify(admin, retiro, true, 'TX12345')).toEqual({ ok: false, error: 'no_aclarable' });
    for (const each of [retiro, other.retiro]) {
      await age(each, '3 hours');
      await db.callService('preparar_envio', { p_retiro: each });
    }
    expect(await clarify(creator, retiro, true, 'TX12345')).toEqual({ ok: false, error: 'sin_permiso' });
    expect(await clarify(admin, retiro, true, null)).toEqual({ ok: false, error: 'referencia_no_valida' });
    for (const note of ['', ' no ', 'a'.repeat(501)])
      expect(await clarify(admin, retiro, true, 'TX12345', note)).toEqual({ ok: false, error: 'nota_no_valida' });
    expect(await clarify(admin, retiro, true, 'TX12345', 'a'.repeat(500))).toEqual({ ok: true, estado: 'pagado' });
    expect(await clarify(admin, retiro, false, null)).toEqual({ ok: false, error: 'no_aclarable' });
    expect([await openCases(retiro), await openCases(other.retiro)]).toEqual([[], ['retiro_sin_aclarar']]);
    expect(await balance(creator)).toMatchObject({ pagado_centimos: 1000, disponible_centimos: 0 });
    const log = await sql`select accion, actor_id from auditoria where objeto_id = ${String(retiro)} order by id desc`;
    expect(log[0]).toEqual({ accion: 'aclarar_retiro', actor_id: admin });
  });

  test('that an admin has returned is deducted again if PayPal then names it', async () => {
    const { creator, admin, retiro } = await unknown();
    await age(retiro, '3 hours');
    expect(await clarify(admin, retiro, false, null)).toEqual({ ok: true, estado: 'fallido' });
    expect(await balance(creator)).toMatchObject({ disponible_centimos: 1000 });
    expect(await db.callService('preparar_envio', { p_retiro: retiro })).toEqual({ ok: false, error: 'no_se_envia' });
    await db.callService('anotar_lote', { p_retiro: retiro, p_lote: `lote-${retiro}` });
    await close(retiro, 'pagado');
    expect(await balance(creator)).toMatchObject({ disponible_centimos: 0, pagado_centimos: 1000 });
    expect(await openCases(retiro)).toEqual(['retiro_pagado_tras_fallo']);
  });

  test('ignores a stale response', async () => {
    const { retiro } = await unknown();
    const early = new Date(Date.now() - 60_000).toISOString();
    await close(retiro, 'pagado');
    const late = { p_retiro: retiro, p_estado: 'pendiente', p_referencia: null, p_motivo: null, p_momento: early };
    expect(await db.callService('cerrar_retiro', late)).toEqual({ ok: true, estado: 'pagado' });
    expect(await openCases(retiro)).toEqual([]);
  });
});

test('a payout ends with a consistent ledger for any reports of PayPal, in any order and concurrently', {
  tags: 'nightly',
}, async () => {
  const words = ['pagado', 'fallido', 'pendiente'] as const;
  for (let round = 0; round < 4; round += 1) {
    const { admin, retiro } = await open();
    await solve(admin, retiro, true);
    await db.callService('preparar_envio', { p_retiro: retiro });
    await db.callService('anotar_lote', { p_retiro: retiro, p_lote: `lote-${retiro}` });
    const said = Array.from({ length: 25 }, (_, index) => words[(index * (round + 1)) % 3] ?? 'pagado');
    await Promise.all(said.map((word) => close(retiro, word)));
    const broken =
      await sql`select nombre, ejemplos from privado.invariantes(array['retiros_en_el_libro', 'retiros_pagados'])
      where cuenta > 0`;
    expect(broken).toEqual([]);
  }
});

describe('a payout pending at PayPal', () => {
  const news = (retiro: unknown, p_estado: string, p_espera: string | null = null) =>
    db.callService('cerrar_retiro', { p_retiro: retiro, p_estado, p_referencia: 'PI-1', p_motivo: null, p_espera });

  test('notifies its creator once, with reason and date, and not after its arrival', async () => {
    const [creator, admin] = [await creatorWith(90), await createUser(sql, { role: 'admin' })];
    const { retiro_id: retiro } = await ask(creator, 1000);
    expect(await solve(admin, retiro, true)).toMatchObject({ ok: true });
    await db.callService('preparar_envio', { p_retiro: retiro });
    for (const _ of [1, 2]) expect(await news(retiro, 'pendiente', 'sin_reclamar')).toMatchObject({ ok: true });
    const state = async () =>
      (
        await db.asUser(creator, (tx) => tx`select estado, espera, espera_hasta - enviado_at as days from withdrawals`)
      )[0];
    expect(await state()).toEqual({ estado: 'en_proceso', espera: 'sin_reclamar', days: '30 days' });
    const bell = async () =>
      (
        await sql`select datos ->> 'estado' as state from notificaciones where user_id = ${creator} and tipo = 'retiro'
        order by id`
      ).map((row) => row.state);
    const mails = async () =>
      sql`select datos from correos where user_id = ${creator} and plantilla = 'retiro' order by id`;
    expect(await bell()).toEqual(['sin_reclamar']);
    expect((await mails()).map(({ datos }) => datos)).toMatchObject([
      { estado: 'sin_reclamar', centimos: 1000, paypal_email: 'ana@correo.es', hasta: expect.any(String) },
    ]);
    await news(retiro, 'pendiente', 'retenido');
    await news(retiro, 'pagado');
    expect(await state()).toEqual({ estado: 'pagado', espera: null, days: null });
    expect(await bell()).toEqual(['sin_reclamar', 'retenido', 'pagado']);
    expect(await news(retiro, 'pendiente', 'perdido')).toEqual({ ok: false, error: 'estado_no_valido' });
  });
});

describe('cancelar_retiro', () => {
  const cancel = (who: string, p_retiro: unknown) => db.callAs(who, 'cancelar_retiro', { p_retiro });

  test('returns the amount once, to its creator only, and prevents a payment by an admin', async () => {
    const [creator, other, admin] = [
      await creatorWith(90),
      await createUser(sql),
      await createUser(sql, { role: 'admin' }),
    ];
    const { retiro_id } = await ask(creator, 1000);
    for (const who of [other, admin]) expect(await cancel(who, retiro_id)).toMatchObject({ error: 'retiro_no_existe' });
    expect(await Promise.all(Array.from({ length: 5 }, () => cancel(creator, retiro_id)))).toEqual(
      Array(5).fill({ ok: true }),
    );
    expect(await balance(creator)).toMatchObject({ disponible_centimos: 1800, reservado_centimos: 0 });
    expect(await solve(admin, retiro_id, true)).toMatchObject({ error: 'ya_resuelto' });
    expect(await sql`select estado from withdrawals where id = ${String(retiro_id)}`).toEqual([
      { estado: 'cancelado' },
    ]);
    expect(await sql`select nombre from privado.invariantes(array['retiros_en_el_libro']) where cuenta > 0`).toEqual(
      [],
    );
  });

  test('is refused after the approval, and takes effect only if it precedes a concurrent one', async () => {
    const [creator, admin] = [await creatorWith(90), await createUser(sql, { role: 'admin' })];
    const { retiro_id } = await ask(creator, 500);
    await solve(admin, retiro_id, true);
    expect(await cancel(creator, retiro_id)).toMatchObject({ error: 'ya_resuelto' });
    for (let n = 0; n < 5; n++) {
      const asked = await ask(creator, 500);
      const answers = await Promise.all([
        cancel(creator, asked.retiro_id),
        solve(admin, asked.retiro_id, false, 'no vale'),
      ]);
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    }
    expect(await balance(creator)).toMatchObject({ disponible_centimos: 1300, reservado_centimos: 500 });
  });
});
