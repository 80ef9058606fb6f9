import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { editProduct, listActions, outcomeOf, sendAction } from './support/actions.ts';
import { actingAs, database } from './support/database.ts';
import { createProduct } from './support/goods.ts';
import { type Shop, test } from './support/http.ts';
import { createPerson, createStaff, type Person } from './support/people.ts';

type Kept = 'HIT' | 'STALE' | 'MISS' | undefined;

/** A page as a visitor gets it, and whether the server had it ready. */
async function look(shop: Shop, path: string): Promise<{ status: number; kept: Kept; text: string }> {
  const answer = await shop.get(path);
  return {
    status: answer.status(),
    kept: answer.headers()['x-nextjs-cache'] as Kept,
    text: await answer.text(),
  };
}

/** Visits a page until the server has it ready, as it is when nothing has changed for a while. */
async function untilCached(shop: Shop, path: string): Promise<void> {
  await expect.poll(async () => (await look(shop, path)).kept, { message: path }).toBe('HIT');
}

/** Until what a visit has started behind a stale page is done. */
async function untilShown(shop: Shop, path: string, text: string): Promise<void> {
  await expect.poll(async () => (await look(shop, path)).text, { message: path }).toContain(text);
}

const content = (nombre: string) => ({
  nombre,
  precio: 9.99,
  portada_url: '/media/portadas/p.webp',
  category: 'evento',
  descargable: true,
  download_link: 'https://ejemplo.test/torre.zip',
  ediciones: [],
  imagenes: [],
});

async function submit(creator: Person, slug: string, nombre: string): Promise<string> {
  const [known] = await database()`select id from productos where slug = ${slug}`;
  await actingAs(creator, async (sql) => {
    const sent = sql.json(content(nombre));
    const [row] = known
      ? await sql`select proponer_cambios(${known.id}, ${sent}) as answer`
      : await sql`select crear_producto(${slug}, ${sent}) as answer`;
    expect(row?.answer).toMatchObject({ ok: true });
  });
  const [revision] = await database()`select r.id from revisiones_producto r join productos p on p.id = r.producto_id
    where p.slug = ${slug} and r.estado = 'pendiente'`;
  return revision?.id;
}

async function approve(moderator: Shop, revision: string): Promise<void> {
  const action = (await listActions(revision)).get('decideRevision');
  if (!action) throw new Error('no such action');
  const [row] =
    await database()`select md5(contenido::text) as fingerprint from revisiones_producto where id = ${revision}`;
  const args = [{ id: revision, fingerprint: row?.fingerprint }, true, [], ''];
  const answer = await sendAction(moderator, action.path, action.id, { args });
  expect(await outcomeOf(answer)).toBe('done');
}

test('an approval revalidates only the pages that show the product, without blocking a visitor', {
  tag: '@nightly',
}, async ({ enter }) => {
  const [creator, stranger, staff] = [await createPerson(), await createPerson(), await createStaff('moderador')];
  const [visitor, moderator, buyer] = [await enter(), await enter(staff), await enter(stranger)];
  const sibling = await createProduct({ usuario_id: creator.id, category: 'evento' });
  const foreign = await createProduct({ usuario_id: stranger.id, category: 'evento' });
  const [slug, name] = [`evento-${randomUUID()}`, `Evento ${randomUUID().slice(0, 8)}`];
  const [page, profile] = [`/p/${slug}`, `/account/${creator.username}`];
  const untouched = [`/p/${sibling.slug}`, `/p/${foreign.slug}`, `/account/${stranger.username}`, '/series'];
  const lists = ['/events', '/', '/trends'];

  const revision = await submit(creator, slug, name);
  expect((await look(visitor, page)).status).toBe(404);
  for (const path of [...untouched, ...lists, profile]) await untilCached(visitor, path);
  await approve(moderator, revision);

  const first = await look(visitor, page);
  expect([first.status, first.text.includes(name)]).toEqual([200, true]);
  const own = await look(visitor, profile);
  expect([own.kept, own.text.includes(name)]).toEqual(['STALE', false]);
  // Other tests may have caused re-rendering, but never a blocking one. Newer products may push this one off the home
  // page before it is seen there.
  for (const path of lists) expect(['STALE', 'HIT'], path).toContain((await look(visitor, path)).kept);
  for (const path of [profile, '/events']) await untilShown(visitor, path, name);
  for (const path of untouched) expect((await look(visitor, path)).kept, path).toBe('HIT');

  const cart = `/cart?producto=${slug}`;
  expect((await look(buyer, cart)).text).toContain(name);
  const renamed = `${name} II`;
  const change = await submit(creator, slug, renamed);
  for (const path of [...untouched, page, profile]) await untilCached(visitor, path);
  await approve(moderator, change);
  for (const path of [page, profile]) {
    const old = await look(visitor, path);
    expect([old.kept, old.text.includes(renamed)], path).toEqual(['STALE', false]);
  }
  for (const path of [page, profile, '/events']) await untilShown(visitor, path, renamed);
  await untilShown(buyer, cart, renamed);
  for (const path of untouched) expect((await look(visitor, path)).kept, path).toBe('HIT');
});

test('an admin takes a product off sale, and its page and lists are revalidated at once', async ({ enter }) => {
  const [creator, staff] = [await createPerson(), await createStaff('admin')];
  const [visitor, admin] = [await enter(), await enter(staff)];
  const product = await createProduct({ usuario_id: creator.id, category: 'evento' });
  const other = await createProduct({ usuario_id: (await createPerson()).id, category: 'evento' });
  const [page, profile] = [`/p/${product.slug}`, `/account/${creator.username}`];
  for (const path of [page, profile, `/p/${other.slug}`]) await untilCached(visitor, path);
  const edit = { base: { status: 'approved' }, changes: { status: 'rejected' } };
  expect(await editProduct(admin, product, edit)).toBe('done');

  expect((await look(visitor, page)).status).toBe(404);
  expect((await look(visitor, profile)).kept).toBe('STALE');
  await expect.poll(async () => (await look(visitor, profile)).text).not.toContain(product.slug);
  expect((await look(visitor, `/p/${other.slug}`)).kept).toBe('HIT');
});

test('an address that was a 404 shows a product created later', async ({ enter }) => {
  const visitor = await enter();
  const slug = `prueba-${randomUUID()}`;
  expect((await look(visitor, `/p/${slug}`)).status).toBe(404);
  const { name } = await createProduct({ slug });
  const page = await look(visitor, `/p/${slug}`);
  expect([page.status, page.text.includes(name)]).toEqual([200, true]);
});
