import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buy, createProduct, createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 30 });
const { sql } = db;

/** A creator with a balance; `euros` is what a buyer paid. There is no holding time unless a test sets one. */
async function creatorWith(euros: number): Promise<string> {
  const creator = await createUser(sql);
  await buy(db, await createUser(sql), { producto: await createProduct(sql, { usuario_id: creator, precio: euros }) });
  await sql`update configuracion_global set dias_retencion = 0`;
  return creator;
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

describe('pedir_retiro', () => {
  test('takes the amount out of the balance at once, and once', async () => {
    const creator = await creatorWith(90);
    expect(await balance(creator)).toMatchObject({ disponible_centimos: 1800, reservado_centimos: 0 });
    const key = randomUUID();
    const first = await ask(creator, 1000, key);
    expect(first).toMatchObject({ ok: true });
    expect(await ask(creator, 1000, key)).toEqual(first);
    expect(await balance(creator)).toMatchObject({ disponible_centimos: 800, reservado_centimos: 1000 });
  });

  test('is refused below 5 euros, above the balance, and to an address that is none', async () => {
    const creator = await creatorWith(50);
    expect(await ask(creator, 499)).toEqual({ ok: false, error: 'importe_minimo' });
    expect(await ask(creator, 1001)).toEqual({ ok: false, error: 'saldo_insuficiente', disponible_centimos: 1000 });
    expect(await ask(creator, 500, randomUUID(), 'ana')).toEqual({ ok: false, error: 'email_no_valido' });
    await sql`update usuarios_meta set banned_until = now() + interval '1 day' where id = ${creator}`;
    expect(await ask(creator, 500)).toEqual({ ok: false, error: 'sin_sesion' });
  });

  test('of a hundred at once never takes more than there is', async () => {
    const creator = await creatorWith(95);
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(creator, 500)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
    expect(await balance(creator)).toMatchObject({ disponible_centimos: 400, reservado_centimos: 1500 });
    const [row] = await sql`select sum(centimos)::int as cents from movimientos_ingresos where usuario_id = ${creator}`;
    expect(row?.cents).toBe(400);
  });
});

test('sales that are too young are held, with the day on which they are free', async () => {
  const creator = await creatorWith(50);
  await sql`update configuracion_global set dias_retencion = 7`;
  const held = await balance(creator);
  await sql`update configuracion_global set dias_retencion = 0`;
  expect(held).toMatchObject({ total_centimos: 1000, retenido_centimos: 1000, disponible_centimos: 0 });
  expect(Date.parse(String(held.proximo_at)) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
});

describe('a withdrawal', () => {
  const open = async () => {
    const creator = await creatorWith(50);
    const admin = await createUser(sql, { role: 'admin' });
    return { creator, admin, retiro: (await ask(creator, 1000)).retiro_id };
  };
  const state = async (retiro: unknown) =>
    (await sql`select estado from withdrawals where id = ${String(retiro)}`)[0]?.estado;

  test('is approved by an admin alone, then paid, and may still come back', async () => {
    const { creator, admin, retiro } = await open();
    expect(await solve(creator, retiro, true)).toEqual({ ok: false, error: 'sin_permiso' });
    expect(await solve(admin, retiro, true)).toMatchObject({ ok: true, centimos: 1000, paypal_email: 'ana@correo.es' });
    expect(await solve(admin, retiro, true)).toEqual({ ok: false, error: 'ya_resuelto' });
    for (let time = 0; time < 2; time += 1) expect(await close(retiro, 'pagado')).toMatchObject({ estado: 'pagado' });
    expect(await balance(creator)).toMatchObject({ disponible_centimos: 0, pagado_centimos: 1000 });
    for (let time = 0; time < 2; time += 1) expect(await close(retiro, 'fallido')).toMatchObject({ estado: 'fallido' });
    expect(await balance(creator)).toMatchObject({ disponible_centimos: 1000, reservado_centimos: 0 });
    expect(await close(retiro, 'pagado')).toEqual({ ok: false, error: 'estado_inesperado' });
    expect(await sql`select 1 from casos_admin where datos ->> 'retiro_id' = ${String(retiro)}`).toHaveLength(1);
  });

  test('that is rejected returns to the balance, with the reason in a mail and in the log', async () => {
    const { creator, admin, retiro } = await open();
    expect(await solve(admin, retiro, false)).toEqual({ ok: false, error: 'motivo_no_valido' });
    expect(await solve(admin, retiro, false, 'Falta verificar la cuenta')).toMatchObject({ ok: true });
    expect(await state(retiro)).toBe('rechazado');
    expect(await balance(creator)).toMatchObject({ disponible_centimos: 1000 });
    const mails = await sql`select datos from correos where user_id = ${creator} and plantilla = 'retiro'`;
    expect(mails).toMatchObject([{ datos: { estado: 'rechazado', motivo: 'Falta verificar la cuenta' } }]);
    expect(await sql`select accion, actor_id from auditoria where objeto_id = ${String(retiro)}`).toEqual([
      { accion: 'rechazar_retiro', actor_id: admin },
    ]);
  });
});
