import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBlur } from '../../lib/core/blur.ts';
import { parseStoragePath } from '../../lib/storage/path.ts';
import { createProduct, createUser, submission } from './factories.ts';
import { type Answer, openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;

const hostile = (me: string) => [
  `descargas/${me}/../../../../bucket/descargas/empty`,
  `descargas/${me}/..`,
  `descargas/${me}/./a.zip`,
  `descargas/${me}/.a.zip`,
  `descargas/${me}//a.zip`,
  `descargas/${me}/a.zip/`,
  `descargas/${me}/%2e%2e/a.zip`,
  `descargas/${me}/a\\..\\b.zip`,
  `descargas/${me}/a\nb.zip`,
  `descargas/${me}/a.zip?x=1`,
  `descargas/${me}/a.zip#x`,
  `descargas/${me}/${'a'.repeat(300)}.zip`,
  `/descargas/${me}/a.zip`,
  'https://user:secret@ejemplo.test/a.zip',
  'https://ejemplo.test\\@intern/a.zip',
  'https:///a.zip',
  'https://ejemplo.test/a b.zip',
  'https://ejemplo.test/"onload=',
  'http://ejemplo.test/a.zip',
];
const blurs = [
  'data:image/webp;base64,UklGRg==);position:fixed;inset:0;background:url(https://evil.example/x',
  'data:image/svg+xml,<svg/>',
  'data:image/png;base64,iVBORw0KGgo=',
  `data:image/webp;base64,UklGR${'A'.repeat(4000)}`,
  'data:image/webp;base64,UklGRg==\n',
];
const pictures = [
  'https://evil.example/x.webp',
  '/media/portadas/../x.webp',
  '/media/descargas/x/a.webp',
  '/api/me',
  '//x/a.webp',
];

const content = (change: Record<string, unknown>) =>
  sql.json(submission({ descargable: false, download_link: '', ...change }) as never);
const create = (who: string, change: Record<string, unknown>) =>
  db.callAs<Answer>(who, 'crear_producto', { p_slug: `ruta-${randomUUID()}`, p_contenido: content(change) });
const refused = { ok: false, error: 'datos_no_validos' };

describe('submitted content', () => {
  test.each(hostile('ME'))('cannot contain a download such as %j, in any field', async (pattern) => {
    const me = await createUser(sql);
    const link = pattern.replace('ME', me);
    expect(await create(me, { download_link: link })).toEqual(refused);
    expect(await create(me, { ediciones: [{ nombre: 'Oro', precio: 3, download_link: link }] })).toEqual(refused);
    const product = await createProduct(sql, { usuario_id: me });
    const proposed = { p_producto: product, p_contenido: content({ download_link: link }) };
    expect(await db.callAs(me, 'proponer_cambios', proposed)).toEqual(refused);
    expect(await sql`select 1 from revisiones_producto where autor_id = ${me}`).toEqual([]);
  });

  test('must name existing files', async () => {
    const me = await createUser(sql);
    const name = `${me}/${randomUUID()}/a.zip`;
    expect(await create(me, { download_link: `descargas/${name}` })).toEqual(refused);
    await sql`insert into storage.objects (id, bucket_id, name) values (gen_random_uuid(), 'descargas', ${name})`;
    expect(await create(me, { download_link: `descargas/${name}` })).toMatchObject({ ok: true });
  });

  test.each(pictures)('cannot contain a picture from %j', async (url) => {
    const me = await createUser(sql);
    expect(await create(me, { portada_url: url })).toEqual(refused);
    expect(await create(me, { banner_url: url })).toEqual(refused);
    expect(await create(me, { imagenes: [{ url, ancho: 1, alto: 1, blur: null }] })).toEqual(refused);
    expect(await create(me, { imagenes: [url] })).toEqual(refused);
  });

  test('cannot set a placeholder: the shop computes it', async () => {
    const me = await createUser(sql);
    const url = `/media/portadas/${me}/${randomUUID()}.webp`;
    const own = 'data:image/webp;base64,UklGRhIAAABXRUJQ';
    await sql`insert into imagenes_subidas (ruta, usuario_id, ancho, alto, bytes, blur)
      values (${url.slice('/media/'.length)}, ${me}, 720, 960, 100, ${own})`;
    for (const blur of blurs) {
      expect(await create(me, { portada_url: url, portada_blur: blur })).toEqual(refused);
      expect(await create(me, { imagenes: [{ url, ancho: 9, alto: 9, blur }] })).toEqual(refused);
    }
    const forged = 'data:image/webp;base64,UklGRforged==';
    const { producto_id: id } = await create(me, {
      portada_url: url,
      portada_blur: forged,
      banner_url: '/media/portadas/otra.webp',
      banner_blur: forged,
      imagenes: [{ url, ancho: 9, alto: 9, blur: forged }],
    });
    const [row] = await sql`select portada_blur, banner_blur from productos where id = ${String(id)}`;
    expect(row).toEqual({ portada_blur: own, banner_blur: null });
    const [image] = await sql`select ancho, alto, blur from imagenes_producto where producto_id = ${String(id)}`;
    expect(image).toEqual({ ancho: 720, alto: 960, blur: own });
    const [sent] = await sql`select contenido from revisiones_producto where producto_id = ${String(id)}`;
    expect(JSON.stringify(sent)).not.toContain('forged');
  });

  test('keeps the placeholder of an earlier picture', async () => {
    const me = await createUser(sql);
    const old = 'data:image/webp;base64,UklGRold';
    const id = await createProduct(sql, {
      usuario_id: me,
      portada_url: '/media/portadas/vieja.webp',
      portada_blur: old,
    });
    await db.callAs(me, 'proponer_cambios', {
      p_producto: id,
      p_contenido: content({ portada_url: '/media/portadas/vieja.webp' }),
    });
    const [sent] =
      await sql`select contenido ->> 'portada_blur' as blur from revisiones_producto where producto_id = ${id}`;
    expect(sent?.blur).toBe(old);
  });
});

const violates = (work: Promise<unknown>) =>
  work.then(
    () => 'kept',
    (error: { code?: string }) => error.code,
  );

test('no row accepts an invalid path, address or placeholder, even by a direct write', async () => {
  const me = await createUser(sql);
  const id = await createProduct(sql, { usuario_id: me });
  for (const link of hostile(me)) {
    expect(await violates(sql`update productos set download_link = ${link} where id = ${id}`), link).toBe('23514');
    expect(
      await violates(
        sql`insert into ediciones (producto_id, nombre, precio, download_link) values (${id}, 'x', 1, ${link})`,
      ),
      link,
    ).toBe('23514');
  }
  for (const url of pictures) {
    expect(await violates(sql`update productos set portada_url = ${url} where id = ${id}`), url).toBe('23514');
    expect(await violates(sql`update productos set banner_url = ${url} where id = ${id}`), url).toBe('23514');
    expect(await violates(sql`update productos set imagenes = array[${url}] where id = ${id}`), url).toBe('23514');
    expect(await violates(sql`insert into imagenes_producto (producto_id, url) values (${id}, ${url})`), url).toBe(
      '23514',
    );
    for (const column of ['avatar_url', 'banner_url']) {
      const wear = db.asUser(me, (tx) => tx`update usuarios_meta set ${tx({ [column]: url })} where id = ${me}`);
      expect(await violates(wear), url).toBe('23514');
    }
  }
  for (const blur of blurs) {
    expect(await violates(sql`update productos set portada_blur = ${blur} where id = ${id}`), blur).toBe('23514');
    expect(await violates(sql`update productos set banner_blur = ${blur} where id = ${id}`), blur).toBe('23514');
  }
});

test('database and shop parse paths and placeholders identically', async () => {
  const me = randomUUID();
  const tricky = fc.oneof(
    fc.constantFrom(...hostile(me), `descargas/${me}/a.zip`, 'portadas/p.webp', 'avatars/usuarios/x/1.webp', 'x/y'),
    fc
      .array(fc.constantFrom('a', 'Z', '9', '_', '-', '.', '..', '/', '//', '%', '\\', '\n', 'é', ' '), {
        maxLength: 12,
      })
      .map((parts) => `descargas/${parts.join('')}`),
    fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !text.includes('\0')),
  );
  const paths = fc.sample(tricky, 3_000);
  const answers =
    await sql`select privado.ruta_valida(x) as ok from unnest(${paths}::text[]) with ordinality t(x, n) order by n`;
  expect(answers.map(({ ok }) => ok)).toEqual(paths.map((path) => parseStoragePath(path) !== null));
  const texts = [...blurs, 'data:image/webp;base64,UklGRg==', 'data:image/webp;base64,UklGRgAA', ''];
  const judged =
    await sql`select privado.blur_valido(x) as ok from unnest(${texts}::text[]) with ordinality t(x, n) order by n`;
  expect(judged.map(({ ok }) => ok)).toEqual(texts.map(isBlur));
});
