import { expect, test } from 'vitest';
import { createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;
const [me, other] = [await createUser(sql), await createUser(sql)];

const put = (user: string | null, bucket: string, name: string) => {
  const statement = `insert into storage.objects (id, bucket_id, name) values (gen_random_uuid(), '${bucket}', '${name}')
    on conflict (bucket_id, name) do update set metadata = '{"again": true}'`;
  const done = user ? db.asUser(user, (tx) => tx.unsafe(statement)) : db.asAnon((tx) => tx.unsafe(statement));
  return done.then(
    () => 'stored',
    (error: { code?: string }) => error.code,
  );
};

test('the buckets, what they take and who reads them', async () => {
  const rows =
    await sql`select id, public, file_size_limit::int as size, allowed_mime_types as types from storage.buckets order by id`;
  expect(rows).toEqual([
    { id: 'avatars', public: true, size: 2_097_152, types: ['image/webp', 'image/png', 'image/jpeg'] },
    { id: 'descargas', public: false, size: 52_428_800, types: null },
    { id: 'portadas', public: true, size: 5_242_880, types: ['image/webp', 'image/avif', 'image/png', 'image/jpeg'] },
  ]);
});

const places: Array<[string, string, boolean]> = [
  ['avatars', `usuarios/${me}/1.webp`, true],
  ['portadas', `${me}/portada.webp`, true],
  ['avatars', `usuarios/${other}/1.webp`, false],
  ['avatars', `${me}/1.webp`, false],
  ['avatars', `otros/${me}/1.webp`, false],
  ['avatars', '1.webp', false],
  ['portadas', `${other}/portada.webp`, false],
  ['portadas', `usuarios/${me}/portada.webp`, false],
  ['descargas', `${me}/a.zip`, false],
  ['descargas', `usuarios/${me}/a.zip`, false],
];
test.each(places)('%s/%s: written by its person twice: %s', async (bucket, name, allowed) => {
  const expected = allowed ? 'stored' : '42501';
  expect(await put(me, bucket, name)).toBe(expected);
  expect(await put(me, bucket, name)).toBe(expected);
  expect(await put(null, bucket, name)).toBe('42501');
});

test('a banned account stores nothing', async () => {
  await sql`update usuarios_meta set banned_until = now() + interval '1 day' where id = ${me}`;
  expect(await put(me, 'avatars', `usuarios/${me}/2.webp`)).toBe('42501');
  await sql`update usuarios_meta set banned_until = null where id = ${me}`;
});

test('a person lists and deletes what is theirs', async () => {
  await put(me, 'avatars', `usuarios/${me}/3.webp`);
  await put(other, 'avatars', `usuarios/${other}/3.webp`);
  const listed = await db.asUser(me, (tx) => tx`select name from storage.objects where name like '%/3.webp'`);
  expect(listed.map(({ name }) => name)).toEqual([`usuarios/${me}/3.webp`]);
  const deleted = await db.asUser(me, (tx) => tx`delete from storage.objects where name like '%/3.webp'`);
  expect(deleted.count).toBe(1);
});
