import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buy, createPayment, createProduct, createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;
let creator = '';

beforeAll(async () => {
  creator = await createUser(sql);
});

const least = (purchase: number, code: number) =>
  sql`update configuracion_global set nombre_minecraft_minimo = ${purchase}, nombre_minecraft_minimo_canje = ${code}`;

afterEach(() => least(5, 6));

/** Each way in which somebody says their name, with the answer of the shop. */
const ways = {
  'a purchase': async (minecraft: string) =>
    createPayment(db, await createUser(sql), { producto: await createProduct(sql), minecraft }),
  'a claim of the Club': async (p_minecraft_name: string) => {
    const member = await createUser(sql);
    await sql`update usuarios_meta set club = true where id = ${member}`;
    const p_producto = await createProduct(sql, { club_only: true });
    return db.callAs(member, 'reclamar_con_club', { p_producto, p_minecraft_name });
  },
  'a gift': async (p_minecraft_name: string) => {
    const friend = await createUser(sql);
    const payment = await buy(db, await createUser(sql), {
      producto: await createProduct(sql),
      destinatario: friend,
      minecraft: 'j'.repeat(16),
    });
    return db.callAs(friend, 'abrir_regalo', { p_pago: payment.id, p_minecraft_name });
  },
  'a code': async (p_minecraft_name: string) => {
    const codigo = `CORTO-${Math.random().toString(36).slice(2).toUpperCase()}`;
    await sql`insert into codigos_canjes (codigo, id_producto) values (${codigo}, ${await createProduct(sql, { usuario_id: creator })})`;
    return db.callAs(await createUser(sql), 'canjear_codigo', { p_codigo: codigo, p_minecraft_name });
  },
};

const refused = { ok: false, error: 'nombre_minecraft_no_valido' };

describe.each(Object.entries(ways))('%s', (way, say) => {
  const isCode = way === 'a code';

  test('follows the length of its own setting', async () => {
    await least(isCode ? 16 : 4, isCode ? 4 : 16);
    expect(await say('Ana')).toEqual(refused);
    expect(await say('Anna')).toMatchObject({ ok: true });
  });

  test('accepts three letters if the setting allows it, and never an invalid name', async () => {
    await least(3, 3);
    expect(await say('Ana')).toMatchObject({ ok: true });
    for (const name of ['', 'Al', 'a b', 'a;op', '@a_a', 'A'.repeat(17), 'Ana\n'])
      expect(await say(name), JSON.stringify(name)).toEqual(refused);
  });

  test('refuses a name that is shorter than a raised minimum', async () => {
    await least(10, 10);
    expect(await say('jugador_1')).toEqual(refused);
    expect(await say('jugador_10')).toMatchObject({ ok: true });
  });
});

test('a repeated payment keeps its Minecraft name after the minimum length was raised', async () => {
  const user = await createUser(sql);
  const purchase = { producto: await createProduct(sql), minecraft: 'cinco', clave: 'la-misma-clave' };
  const first = await createPayment(db, user, purchase);
  await least(8, 8);
  expect(await createPayment(db, user, purchase)).toMatchObject({ ok: true, pago_id: first.pago_id });
});

test.each([2, 17])('the minimum length of Minecraft names cannot be %i', async (wrong) => {
  await expect(least(wrong, 6)).rejects.toThrow('check constraint');
  await expect(least(5, wrong)).rejects.toThrow('check constraint');
});
