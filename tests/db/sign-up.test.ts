import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createProduct, createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 12 });
const { sql } = db;

async function signUp(metadata: Record<string, unknown> | null): Promise<string> {
  const id = randomUUID();
  await sql`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
    values (${id}, ${`${id}@gmail.com`}, now(), ${metadata === null ? null : sql.json(metadata as never)})`;
  return id;
}
const account = async (id: string) => (await sql`select * from usuarios_meta where id = ${id}`)[0];

describe('a sign-up', () => {
  test('creates the account, the profile and the first achievement', async () => {
    const id = await signUp({ username: 'Lucia_R', display_name: 'Lucía Ríos', idioma: 'en' });
    expect(await account(id)).toMatchObject({
      username: 'Lucia_R',
      display_name: 'Lucía Ríos',
      role: 'user',
      club: false,
      uncoins: 0,
      reputacion: 'buena',
      infracciones: 0,
      idioma: 'en',
      avatar_url: '/default-avatar.webp',
      banner_url: '/banner.webp',
    });
    expect(await sql`select phone from profiles where id = ${id}`).toEqual([{ phone: null }]);
    expect(await sql`select logro, completado from logros_usuario where user_id = ${id}`).toEqual([
      { logro: 'cuenta_creada', completado: true },
    ]);
  });

  test('and later changes limit the size of the account metadata', async () => {
    const large = { username: 'grande', note: 'x'.repeat(8192) };
    await expect(signUp(large)).rejects.toThrow(/too large/);
    const id = await signUp({ username: 'mediana', note: 'x'.repeat(4096) });
    const write = (data: object) =>
      sql`update auth.users set raw_user_meta_data = ${sql.json(data as never)} where id = ${id}`;
    await expect(write(large)).rejects.toThrow(/too large/);
    await write({ username: 'mediana' });
  });

  test('cannot choose its role, Club, coins or reputation', async () => {
    const id = await signUp({
      username: 'tramposo',
      role: 'admin',
      club: true,
      uncoins: 9999,
      reputacion: 'buena',
      infracciones: -1,
      subscription_id: 'x',
    });
    expect(await account(id)).toMatchObject({
      role: 'user',
      club: false,
      uncoins: 0,
      infracciones: 0,
      subscription_id: null,
    });
  });

  const names: Array<[string, Record<string, unknown> | null, RegExp, RegExp]> = [
    ['nothing', null, /^usuario\d*$/, /^usuario\d*$/],
    ['an empty name', { username: '' }, /^usuario\d*$/, /^usuario\d*$/],
    ['spaces and signs', { username: 'el más <b>rápido</b>' }, /^elmsbrpidob$/, /^el más <b>rápido< b>$/],
    ['too short a name', { username: 'a' }, /^usuario\d*$/, /^a$/],
    ['too long a name', { username: 'x'.repeat(60) }, /^x{20}$/, /^x{20}$/],
    ['a name of dots', { username: '..' }, /^usuario\d*$/, /^usuario\d*$/],
    [
      'control characters',
      { display_name: ' con\u0000trol\n/\\ '.replace('\u0000', '\u0007') },
      /^control$/,
      /^con trol$/,
    ],
    ['something that is no text', { username: { a: 1 } }, /^a1$|^usuario\d*$/, /.+/],
  ];
  test.each(names)('with %s gets a valid name', async (_what, metadata, username, displayName) => {
    const row = await account(await signUp(metadata));
    expect(row?.username).toMatch(username);
    expect(row?.display_name).toMatch(displayName);
  });

  test('with a taken name, in any case, gets a number', async () => {
    const first = await account(await signUp({ username: 'Repetido' }));
    const second = await account(await signUp({ username: 'repetido' }));
    const long = await signUp({ username: 'y'.repeat(20) });
    const longAgain = await account(await signUp({ username: 'y'.repeat(20) }));
    expect([first?.username, second?.username]).toEqual(['Repetido', 'repetido2']);
    expect(second?.display_name).toBe('repetido2');
    expect(longAgain?.username).toBe(`${'y'.repeat(19)}2`);
    expect((await account(long))?.username).toBe('y'.repeat(20));
  });

  test('of many people with one name at once gives each a unique name', async () => {
    const ids = await Promise.all(
      Array.from({ length: 10 }, () => signUp({ username: 'marea', display_name: 'Marea Alta' })),
    );
    const rows =
      await sql`select distinct lower(username), lower(display_name) from usuarios_meta where id in ${sql(ids)}`;
    expect(rows).toHaveLength(10);
  });
});

describe('asegurar_cuenta', () => {
  test('creates a missing row, and keeps an existing one', async () => {
    const id = await signUp({ username: 'sin_fila' });
    await sql`delete from usuarios_meta where id = ${id}`;
    expect(await db.callAs(id, 'quien_soy')).toBeNull();
    await db.callAs(id, 'asegurar_cuenta');
    expect(await account(id)).toMatchObject({ username: 'sin_fila', role: 'user' });
    await sql`update usuarios_meta set bio = 'Hola' where id = ${id}`;
    await db.callAs(id, 'asegurar_cuenta');
    expect(await account(id)).toMatchObject({ bio: 'Hola' });
  });
});

describe('quien_soy', () => {
  test('returns the account data of the caller only, for pages', async () => {
    const [me, ...creators] = (await Promise.all(Array.from({ length: 13 }, () => createUser(sql)))) as [
      string,
      ...string[],
    ];
    const producto = await createProduct(sql);
    await sql`insert into favoritos (user_id, producto_id) values (${me}, ${producto})`;
    await sql`insert into follows ${sql(
      creators.map((following_id, minute) => ({
        follower_id: me,
        following_id,
        created_at: new Date(Date.UTC(2026, 0, 1, 0, minute)),
      })),
    )}`;
    const answer = await db.callAs(me, 'quien_soy');
    expect(answer).toMatchObject({
      id: me,
      role: 'user',
      club: false,
      uncoins: 0,
      reputacion: 'buena',
      banned_until: null,
      ban_motivo: null,
      favoritos: 1,
      relacion: { adquiridos: [], favoritos: [], siguiendo_ids: [] },
    });
    const followed = answer.siguiendo as Array<{ id: string; display_name: string; avatar_url: string }>;
    expect(followed.map(({ id }) => id)).toEqual([...creators].reverse().slice(0, 10));
    expect(Object.keys(followed[0] ?? {}).sort()).toEqual(['avatar_url', 'display_name', 'id']);
    expect(await db.callAs(randomUUID(), 'quien_soy')).toBeNull();
  });
});

describe('a person who edits the own account', () => {
  const update = (id: string, change: string) =>
    db.asUser(id, (tx) => tx.unsafe(`update usuarios_meta set ${change} where id = '${id}'`));

  test.each([
    `display_name = ''`,
    `display_name = ' espacio'`,
    `display_name = '..'`,
    `display_name = repeat('x', 21)`,
    `avatar_url = 'javascript:alert(1)'`,
    `avatar_url = '//evil.example/x.png'`,
    `banner_url = 'http://evil.example/x.png'`,
    `bio = repeat('x', 501)`,
    `idioma = 'fr'`,
  ])('cannot set %s', async (change) => {
    await expect(update(await createUser(sql), change)).rejects.toThrow(/check constraint/);
  });

  test("cannot take another person's name, in any case", async () => {
    const [me, other] = [await createUser(sql), await createUser(sql)];
    await update(other, `display_name = 'Unica'`);
    await expect(update(me, `display_name = 'UNICA'`)).rejects.toThrow(/usuarios_meta_nombre_key/);
  });
});

test('a user name is taken by an account, or for a day by the registration of another browser', async () => {
  const taken = async (name: string, browser: string | null = null) =>
    db.callAnon<boolean>('usuario_ocupado', { p_usuario: name, p_navegador: browser });
  await signUp({ username: 'Nombre_Tomado' });
  expect([await taken('NOMBRE_tomado'), await taken('nombre_libre')]).toEqual([true, false]);
  await sql`insert into registros (correo, username, idioma, navegador, clave)
    values ('reserva@gmail.com', 'Reservado_1', 'es', 'navegador-uno', 'x')`;
  const answers = async () => [
    await taken('reservado_1'),
    await taken('reservado_1', 'navegador-dos'),
    await taken('reservado_1', 'navegador-uno'),
  ];
  expect(await answers()).toEqual([true, true, false]);
  await sql`update registros set created_at = now() - interval '25 hours' where navegador = 'navegador-uno'`;
  expect(await answers()).toEqual([false, false, false]);
});
