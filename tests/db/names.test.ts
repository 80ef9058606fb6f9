import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { confusables } from '@/lib/account/names/confusables';
import { cleanName, isReservedName, nameProblem, skeletonOf } from '@/lib/account/names/display-name';
import { createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;

type Answers = { esqueleto: string; problema: string | null; reservado: boolean };

async function ask(names: string[]): Promise<Answers[]> {
  const rows = await sql`
    select privado.esqueleto_nombre(n) as esqueleto, privado.problema_nombre(n) as problema, privado.nombre_reservado(n) as reservado
    from unnest(${names}::text[]) with ordinality as t (n, place) order by place`;
  return rows as unknown as Answers[];
}

const codes: Record<string, string> = {
  nameEmpty: 'vacio',
  nameLong: 'largo',
  nameInvisible: 'invisible',
  nameCharacters: 'signos',
};

function sameInBoth(name: string): Answers {
  const problem = nameProblem(name);
  return {
    esqueleto: skeletonOf(name),
    problema: problem && (codes[problem] ?? problem),
    reservado: isReservedName(name),
  };
}

const rename = (id: string, name: string) =>
  db.asUser(id, (tx) => tx`update usuarios_meta set display_name = ${name} where id = ${id}`);
const nameOf = async (id: string): Promise<string> =>
  (await sql`select display_name from usuarios_meta where id = ${id}`)[0]?.display_name;

const names = [
  '50% Café/Ñandú',
  '100%',
  '%',
  'Ana',
  'Lucía Ríos',
  'Órbita 9',
  'Γιώργος',
  'Иван Петров',
  '日本のお店',
  '★★★',
  'O’Hara & Co.',
  'a'.repeat(20),
  '🦊'.repeat(20),
  '!',
];

const notNames: Array<[string, string]> = [
  ['', 'vacio'],
  ['a'.repeat(21), 'largo'],
  [' Ana', 'signos'],
  ['Ana ', 'signos'],
  ['Ana  B', 'signos'],
  ['/', 'signos'],
  ['///', 'signos'],
  ['/ /', 'signos'],
  ['.', 'signos'],
  ['..', 'signos'],
  ['./..', 'signos'],
  ['a\\b', 'signos'],
  ['100%25', 'signos'],
  ['a%2Fb', 'signos'],
  // Not in NFKC: a ligature, full width, a letter with its accent apart.
  ['oﬃce', 'signos'],
  ['Ａna', 'signos'],
  ['Jose\u0301', 'signos'],
  ['Ana\u00a0B', 'signos'],
  ['Ana\u0007', 'invisible'],
  ['Ana\nB', 'invisible'],
  ['Ana\u0085', 'invisible'],
  ['Ana\u200b', 'invisible'],
  ['A\u200dna', 'invisible'],
  ['A\u00adna', 'invisible'],
  ['\u202eanA', 'invisible'],
  ['\u2066Ana', 'invisible'],
  ['\u200fAna', 'invisible'],
  ['Ana\ufeff', 'invisible'],
  ['Ana\u3164', 'invisible'],
  ['Ana\u2800', 'invisible'],
  ['Ana\ufe0f', 'invisible'],
  ['Ana\u{e0041}', 'invisible'],
  ['Ana\ue000', 'invisible'],
];

const reserved = [
  'admin',
  'Admin',
  'ADMIN',
  'Admln',
  'аdmin',
  'Аdmіn',
  'αdmin',
  'adm1n',
  '4dmin',
  '@dmin',
  'admin1',
  'Admin_7',
  'a d m i n',
  'a.d.m.i.n',
  'El Admin',
  'Administradora',
  'Moderador',
  'M0derad0r',
  'rnoderador',
  'moderación',
  'Soporte',
  '5oporte Online',
  'Soporte-UnStore',
  'UnStore',
  'Un Store',
  'Unst0re',
  'UnStoreOficial',
  'unѕtоrе',
  'Staff',
  '$taff',
  'Oficial',
  '0f1c1al',
];

describe('a name', () => {
  test.each(names)('%s is valid', async (name) => {
    expect(cleanName(name)).toBe(name);
    expect(await ask([name])).toEqual([{ esqueleto: skeletonOf(name), problema: null, reservado: false }]);
    const id = await createUser(sql);
    await rename(id, name);
    expect(await nameOf(id)).toBe(name);
  });

  test.each(notNames)('%j is invalid', async (name, problem) => {
    expect(sameInBoth(name).problema).toBe(problem);
    expect((await ask([name]))[0]?.problema).toBe(problem);
    const id = await createUser(sql);
    await expect(rename(id, name)).rejects.toThrow(/check constraint "usuarios_meta_display_name_check"/);
  });

  test.each(reserved)('%s is reserved for the shop', async (name) => {
    expect(isReservedName(name)).toBe(true);
    expect((await ask([name]))[0]?.reservado).toBe(true);
    const id = await createUser(sql);
    await expect(rename(id, name)).rejects.toThrow(/check constraint "usuarios_meta_nombre_reservado"/);
  });

  test.each(['Badminton', 'Sistemas Solares', 'Modern', 'Unos', 'Rooted', 'Estafeta', 'Adam'])(
    '%s is not reserved for the shop',
    async (name) => expect([isReservedName(name), (await ask([name]))[0]?.reservado]).toEqual([false, false]),
  );

  test.each([
    ['Forjabit', 'Fоrjаbіt'],
    ['Nodo Norte', 'N0DO-NORTE'],
    ['Pixelar', 'PixeIar'],
    ['Pixelar', 'Píxelar'],
    ['Modern Art', 'Modem Art'],
    ['Lumbre', 'Lumbre.'],
    ['paypal', 'раураl'],
  ])('%s is unique and blocks the lookalike %s', async (name, alike) => {
    expect(skeletonOf(alike)).toBe(skeletonOf(name));
    const [first, second] = [await createUser(sql), await createUser(sql)];
    await rename(first, name);
    await expect(rename(second, alike)).rejects.toMatchObject({ code: '23505' });
    await rename(first, `libre ${first.slice(0, 6)}`);
    await rename(second, alike);
    await rename(second, `libre ${second.slice(0, 6)}`);
  });

  test('has its skeleton computed by the database, ignoring sent values', async () => {
    const id = await createUser(sql);
    await sql`update usuarios_meta set esqueleto = 'otro' where id = ${id}`;
    const [row] = await sql`select esqueleto, display_name from usuarios_meta where id = ${id}`;
    expect(row?.esqueleto).toBe(skeletonOf(row?.display_name));
    await expect(
      rename(id, 'x').then(() => db.asUser(id, (tx) => tx`select esqueleto from usuarios_meta`)),
    ).rejects.toThrow(/permission denied/);
  });

  test('goes to one of many concurrent requests', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => createUser(sql)));
    const wanted = [
      'Marea Roja',
      'MAREA ROJA',
      'Mareа Rоja',
      'Marea-Roja',
      'Màrea Roja',
      'marea roja',
      'MareaRoja',
      'Marea.Roja',
    ];
    const tries = await Promise.allSettled(people.map((id, index) => rename(id, wanted[index] ?? '')));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('a change of name', () => {
  test('is limited to five times a day by any path, and unlimited for the shop', async () => {
    const id = await createUser(sql);
    const save = async (name: string) =>
      db.callAs(id, 'guardar_perfil', {
        p_base: sql.json({ display_name: await nameOf(id) }),
        p_cambios: sql.json({ display_name: name }),
      });
    const word = id.slice(0, 8);
    for (const turn of [1, 2]) await rename(id, `Turno ${turn} ${word}`);
    for (const turn of [3, 4, 5]) expect(await save(`Turno ${turn} ${word}`)).toEqual({ ok: true });
    expect(await save(`Turno 6 ${word}`)).toEqual({ ok: false, error: 'demasiados_intentos' });
    await expect(rename(id, `Turno 6 ${word}`)).rejects.toThrow('demasiados_intentos');
    await rename(id, `Turno 5 ${word}`);
    await db.asUser(id, (tx) => tx`update usuarios_meta set bio = 'Hola' where id = ${id}`);
    await sql`update usuarios_meta set display_name = ${`Turno 7 ${word}`} where id = ${id}`;
    expect(await nameOf(id)).toBe(`Turno 7 ${word}`);
    const staff = await createUser(sql, { role: 'moderador' });
    for (let turn = 1; turn <= 6; turn += 1) await rename(staff, `Turno ${turn} ${staff.slice(0, 8)}`);
    await sql`update auth.users set encrypted_password = extensions.crypt('clave-segura', extensions.gen_salt('bf', 4)) where id = ${id}`;
    expect(await db.callAs(id, 'borrar_mi_cuenta', { p_contrasena: 'clave-segura' })).toMatchObject({ ok: true });
  });
});

describe('the form and the database', () => {
  test('fold every character of the table alike', async () => {
    const signs = [...confusables.signs];
    expect([...confusables.takenFor]).toHaveLength(signs.length);
    expect(new Set(signs).size).toBe(signs.length);
    expect((await ask(signs)).map(({ esqueleto }) => esqueleto)).toEqual(signs.map(skeletonOf));
  });

  test('fold any text alike', { tags: 'nightly' }, async () => {
    const sign = fc.oneof(
      fc.constantFrom(...confusables.signs, ...'admin unstore 0134$@%/\\.-_|rnvvIl\u200b\u202e\u0301\u00a0ﬁＡ'),
      fc.integer({ min: 1, max: 0x24ff }).map((code) => String.fromCodePoint(code)),
      fc.integer({ min: 0x1f300, max: 0x1f6ff }).map((code) => String.fromCodePoint(code)),
    );
    const texts = fc.sample(fc.string({ unit: sign, maxLength: 24 }), { numRuns: 800, seed: 1 });
    expect(await ask(texts)).toEqual(texts.map(sameInBoth));
  });
});

describe('staff', () => {
  test('may use reserved names, and lose them with the role', async () => {
    const id = await createUser(sql, { role: 'moderador' });
    await rename(id, 'Soporte');
    await sql`update usuarios_meta set role = 'user' where id = ${id}`;
    expect(await nameOf(id)).toMatch(/^persona\d+$/);
    const other = await createUser(sql, { role: 'admin' });
    await rename(other, 'Soporte Oficial');
    await sql`update usuarios_meta set role = 'moderador' where id = ${other}`;
    expect(await nameOf(other)).toBe('Soporte Oficial');
  });

  test('cannot be impersonated by a lookalike name', async () => {
    const staff = await createUser(sql, { role: 'admin', display_name: 'Marta Ruiz' });
    expect(await nameOf(staff)).toBe('Marta Ruiz');
    await expect(rename(await createUser(sql), 'Mаrta Ruіz')).rejects.toMatchObject({ code: '23505' });
  });
});

describe('a sign-up', () => {
  const signUp = async (display_name: string, username = display_name) => {
    const [row] = await sql`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
      values (gen_random_uuid(), gen_random_uuid() || '@gmail.com', now(), ${sql.json({ username, display_name })}) returning id`;
    const [account] = await sql`select display_name, username from usuarios_meta where id = ${row?.id}`;
    return account as { display_name: string; username: string };
  };

  test.each([
    ['Admin', /^usuario\d*$/, /^usuario\d*$/],
    ['unstore_oficial', /^usuario\d*$/, /^usuario\d*$/],
    ['Аdmin', /^dmin$/, /^dmin$/],
    ['Ａna\u200b  Ríos\u202e', /^naRos$|^AnaRos$/, /^Ana Ríos$/],
    ['oficia', /^oficia$/, /^oficia$/],
    ['100%25', /^10025$/, /^10025$/],
  ])('as %j gets a valid name', async (asked, username, displayName) => {
    const account = await signUp(asked);
    expect(account.username).toMatch(username);
    expect(account.display_name).toMatch(displayName);
    expect(nameProblem(account.display_name)).toBeNull();
  });

  test('with a lookalike of a taken name gets a number, and never a reserved name', async () => {
    await signUp('Rio Alto', 'rio_alto');
    expect((await signUp('Rіo Аlto', 'rio_alto_b')).display_name).toBe('Rіo Аlto2');
    await signUp('0ficia', 'uno_oficia');
    // «oficia1» would read as «oficial».
    expect((await signUp('oficia', 'dos_oficia')).display_name).not.toMatch(/1$/);
    await signUp('100%', 'cien');
    expect(nameProblem((await signUp('100%', 'cien_b')).display_name)).toBeNull();
  });
});
