import { expect, test } from 'vitest';
import { createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 2 });
const { sql } = db;

type Answer = { ok: boolean; filas?: Array<{ id: string }> };
const find = async (who: string, buscar: string, filtro: string | null = null) => {
  const answer = (await db.callAs(who, 'admin_listar', {
    p_lista: 'usuarios',
    p_filtros: sql.json({ buscar, filtro }),
  })) as Answer;
  return answer.filas?.map(({ id }) => id) ?? answer;
};

test('an admin finds a person by id, address, name or username, and a moderator cannot', async () => {
  const [admin, moderator] = [await createUser(sql, { role: 'admin' }), await createUser(sql, { role: 'moderador' })];
  const person = await createUser(sql, { display_name: 'Zulema 100%' });
  const [row] =
    await sql`select a.email, u.username from auth.users a join usuarios_meta u using (id) where id = ${person}`;
  for (const typed of [person, row?.email, row?.email.toUpperCase(), 'zulema', '100%', row?.username]) {
    expect(await find(admin, typed), typed).toEqual([person]);
  }
  expect(await find(admin, '_ulema')).toEqual([]);
  expect(await find(admin, 'zulema', 'admin')).toEqual([]);
  expect(await find(moderator, 'zulema')).toEqual({ ok: false, error: 'sin_permiso' });
  expect(await db.callAs(person, 'admin_usuario', { p_usuario: person })).toEqual({ ok: false, error: 'sin_permiso' });
});

test('the log of a person is listed newest first', async () => {
  const [admin, person] = [await createUser(sql, { role: 'admin' }), await createUser(sql)];
  await db.callAs(admin, 'vetar', { p_usuario: person, p_hasta: null, p_motivo: 'Reventa' });
  await db.callAs(admin, 'levantar_veto', { p_usuario: person, p_motivo: 'Aclarado' });
  expect(await db.callAs(admin, 'admin_usuario', { p_usuario: person })).toMatchObject({
    ok: true,
    id: person,
    banned_until: null,
    actos: [
      { accion: 'levantar_veto', motivo: 'Aclarado' },
      { accion: 'vetar', motivo: 'Reventa' },
    ],
  });
});

const list = async (who: string, filters: Record<string, unknown>) =>
  (await db.callAs(who, 'admin_listar', { p_lista: 'usuarios', p_filtros: sql.json(filters as never) })) as unknown as {
    ok: boolean;
    total: number | null;
    filas: Array<{ id: string; clave: string | number }>;
  };

test('any part of a name, username or address finds a person, ignoring accents', async () => {
  const admin = await createUser(sql, { role: 'admin' });
  const word = crypto.randomUUID().slice(0, 8);
  const person = await createUser(sql, { display_name: `Íñigo ${word}` });
  const mail = `grupo.${crypto.randomUUID().slice(0, 8)}@gmail.com`;
  await sql`update auth.users set email = ${mail} where id = ${person}`;
  const [{ username } = { username: '' }] = await sql`select username from usuarios_meta where id = ${person}`;
  for (const typed of [`inigo ${word}`, `GO ${word.slice(0, 6)}`, mail.slice(3, 12), mail, username.slice(1)]) {
    expect(await find(admin, typed), typed).toEqual([person]);
  }
  expect(await find(admin, `${word} ${username}`)).toEqual([]);
  await sql`update usuarios_meta set display_name = ${`Otra ${word}x`} where id = ${person}`;
  expect(await find(admin, `inigo ${word}`)).toEqual([]);
  expect(await find(admin, `otra ${word}x`)).toEqual([person]);
  await sql`update auth.users set email = ${`otro.${mail}`} where id = ${person}`;
  expect(await find(admin, `otro.${mail}`)).toEqual([person]);
});

test('one or two characters match the start of a word', async () => {
  const admin = await createUser(sql, { role: 'admin' });
  const person = await createUser(sql, { display_name: 'Ωβ Delta' });
  expect(await find(admin, 'Ωβ')).toEqual([person]);
  expect(await find(admin, 'β')).toEqual([]);
});

test('filters of people combine, each order is paginated, and the first page has the count', async () => {
  const admin = await createUser(sql, { role: 'admin' });
  const word = crypto.randomUUID().slice(0, 8);
  const people: string[] = [];
  for (let n = 0; n < 9; n++) {
    people.push(
      await createUser(sql, {
        display_name: `${word} ${'hgfedcbai'[n]}`,
        club: n % 2 === 0,
        reputacion: n % 3 === 0 ? 'mala' : 'buena',
        banned_until: n % 4 === 0 ? '2090-01-01' : n === 1 ? '2020-01-01' : null,
      }),
    );
  }
  const names = async (filters: Record<string, unknown>) =>
    (await list(admin, { buscar: word, ...filters })).filas.map(({ id }) => people.indexOf(id)).sort((a, b) => a - b);
  expect(await names({ club: 'si' })).toEqual([0, 2, 4, 6, 8]);
  expect(await names({ club: 'si', reputacion: 'mala' })).toEqual([0, 6]);
  expect(await names({ vetado: 'si' })).toEqual([0, 4, 8]);
  expect(await names({ vetado: 'no', club: 'no' })).toEqual([1, 3, 5, 7]);
  expect(await names({ vetado: 'si', reputacion: 'mala', club: 'si', filtro: 'user' })).toEqual([0]);
  expect(await names({ filtro: 'admin' })).toEqual([]);
  for (const orden of ['fecha', 'nombre', 'reputacion', 'uncoins']) {
    for (const ascendente of [true, false]) {
      const whole = (await list(admin, { buscar: word, orden, ascendente })).filas.map(({ id }) => id);
      const seen: string[] = [];
      for (let last: { id: string; clave: string | number } | undefined; seen.length < 9; ) {
        const asked = {
          buscar: word,
          orden,
          ascendente,
          limite: 4,
          ...(last ? { clave: String(last.clave), id: last.id } : {}),
        };
        const page = await list(admin, asked);
        expect(page.total).toBe(last ? null : 9);
        expect(page.filas.length).toBeGreaterThan(0);
        seen.push(...page.filas.map(({ id }) => id));
        last = page.filas.at(-1);
      }
      expect(seen, `${orden} ${ascendente}`).toEqual(whole);
      if (orden === 'nombre') {
        const letters = whole.map((id) => 'hgfedcbai'[people.indexOf(id)]).join('');
        expect(letters).toBe(ascendente ? 'abcdefghi' : 'ihgfedcba');
      }
    }
  }
  for (const wrong of [
    { orden: 'correo' },
    { orden: 'uncoins', clave: 'x', id: people[0] },
    { clave: '2026-01-01', id: 'x' },
  ]) {
    expect(await list(admin, wrong)).toEqual({ ok: false, error: 'datos_no_validos' });
  }
});

test('the search index of people is not readable', async () => {
  const admin = await createUser(sql, { role: 'admin' });
  await expect(db.asUser(admin, (tx) => tx`select * from personas_busqueda`)).rejects.toThrow('permission denied');
});

test('a search for people by name uses its index', async () => {
  const plan = await sql.begin(async (transaction) => {
    await transaction.unsafe('set local enable_seqscan = off');
    return transaction.unsafe(`explain select id from public.usuarios_meta where display_name ilike '%zulema%'`);
  });
  expect(JSON.stringify(plan)).toContain('usuarios_meta_display_name_trgm_idx');
});

/** What a banned person may do, or is refused with another code: purchases and the deletion say that the account is banned. */
const openToBanned = {
  'the own account': ['apelar', 'borrar_mi_cuenta', 'reconocer_contrasena'],
  'sealed links and visits': ['anotar_registro', 'dejar_correos', 'registrar_visita'],
  purchases: [
    'abrir_sesion_club',
    'cotizar_compra',
    'crear_pago',
    'crear_regalo',
    'pagina_de_pago',
    'reclamar_con_club',
  ],
  'documents and files, as if there were none': ['emitir_factura', 'enlace_descarga'],
};

test('a banned person is refused by every function that changes something', async () => {
  const banned = await createUser(sql, { banned_until: '2999-01-01' });
  const functions = await sql`select p.proname as name, (
      select coalesce(string_agg('null::' || format_type(t, null), ', '), '') from unnest(p.proargtypes) t) as args
    from pg_proc p where pronamespace = 'public'::regnamespace and provolatile = 'v' and prorettype = 'jsonb'::regtype
      and has_function_privilege('authenticated', p.oid, 'execute')`;
  expect(functions.length).toBeGreaterThan(100);
  const answerOf = ({ name, args }: (typeof functions)[number]) =>
    db
      .asUser(banned, (tx) => tx.unsafe(`select ${name}(${args}) as answer`))
      .then(
        ([row]) => row?.answer?.error,
        (error) => error.code,
      );
  const others: string[] = [];
  for (const each of functions) {
    // Staff functions refuse everybody else first.
    if (!['sin_sesion', 'sin_permiso'].includes(await answerOf(each))) others.push(each.name);
  }
  expect(others.sort()).toEqual(Object.values(openToBanned).flat().sort());
});
