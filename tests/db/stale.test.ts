import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { createBundle, createEdition, createProduct, createUser, openPayment } from './factories.ts';
import { openShop } from './shop-harness.ts';

// Compares the tags that a page depends on with the tags that a write revalidates.
type Client = ReturnType<Awaited<ReturnType<typeof openShop>>['clientOf']>;
const world = vi.hoisted(() => ({ client: undefined as unknown, carried: new Set<string>(), told: [] as unknown[] }));
vi.mock('next/server', () => ({ after: () => undefined }));
vi.mock('next/cache', () => ({
  cacheLife: () => undefined,
  cacheTag: (...tags: string[]) => {
    for (const tag of tags) world.carried.add(tag);
  },
  revalidateTag: (tag: string, profile: unknown) => world.told.push([tag, profile]),
}));
vi.mock('@/lib/core/supabase/server', async (original) => ({
  ...(await original<object>()),
  createRequestClient: async () => world.client as Client,
}));

const { db, clientOf } = await openShop();
const { sql } = db;
const lists = await import('@/lib/catalog/server');
const { getCategoryPage } = await import('@/lib/catalog/category-page');
const { getCreator } = await import('@/lib/catalog/creator');
const { getProductBySlug } = await import('@/lib/catalog/product');
const { getFeedEntries } = await import('@/lib/catalog/seo/feed');
const { getRelated } = await import('@/lib/catalog/related');
const { staleByApproval, staleByEdit } = await import('@/lib/catalog/stale');
const { followQuarantines } = await import('@/lib/safety/pages');
const { recordAndFollow } = await import('@/lib/payments/follow-event');

const moderator = await createUser(sql, { role: 'moderador' });
const creator = await createUser(sql, { display_name: 'Ana, la Única' });
const byline = `byline:${encodeURIComponent('Ana, la Única')}`;
const profile = byline.replace('byline', 'creator');

beforeEach(() => {
  world.carried.clear();
  world.told.length = 0;
  world.client = clientOf(moderator);
});

/** The tags of what a function reads. */
async function carriedBy(read: () => Promise<unknown>): Promise<string[]> {
  world.carried.clear();
  await read();
  return [...world.carried].sort();
}

async function createRevision(product: string, isNew: boolean): Promise<string> {
  const [row] = await sql`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva)
    values (${product}, ${creator}, ${sql.json({ nombre: 'Torre', portada_url: '/media/portadas/p.webp', ediciones: [] })}, ${isNew})
    returning id`;
  return row?.id;
}

test('a list has its own tag and those of its cards and names', async () => {
  await createProduct(sql, { slug: 'uno', usuario_id: creator, category: 'serie', destacado: true });
  expect(await carriedBy(() => getCategoryPage('es', 'serie', null))).toEqual([byline, 'card:uno', 'section:serie']);
  for (const read of [lists.getTrending, lists.getNewest, lists.getFeatured]) {
    expect(await carriedBy(() => read('es', 1))).toEqual([byline, 'card:uno', 'home']);
  }
  expect(await carriedBy(() => getFeedEntries('es'))).toEqual([byline, 'card:uno', 'home']);
  expect(await carriedBy(() => getCreator('es', 'Ana, la Única'))).toEqual([byline, 'card:uno', profile]);
  expect(await carriedBy(() => getRelated('es', { id: randomUUID(), slug: 'otro', category: 'serie' }))).toEqual([
    byline,
    'card:uno',
  ]);
});

test('there is no page after the last product, not even an empty one', async () => {
  const person = await createUser(sql, { display_name: 'Con dos' });
  const made = (slug: string, minutes: number) =>
    createProduct(sql, {
      slug,
      usuario_id: person,
      category: 'evento',
      created_at: new Date(Date.UTC(2026, 0, 1, 0, minutes)),
    });
  await made('primero', 1);
  await made('segundo', 2);
  expect(await getCategoryPage('es', 'evento', 'segundo')).toMatchObject({ products: [{ slug: 'primero' }] });
  expect(await getCategoryPage('es', 'evento', 'primero')).toBe(null);
  expect(await getCreator('es', 'Con dos', 'segundo')).toMatchObject({ products: [{ slug: 'primero' }] });
  expect(await getCreator('es', 'Con dos', 'primero')).toBe(null);
});

test('a product page has the tags of its bundles and its base', async () => {
  const base = await createProduct(sql, { slug: 'base', usuario_id: creator });
  const extra = await createProduct(sql, { slug: 'extra', usuario_id: creator, base_id: base });
  const third = await createProduct(sql, { slug: 'tercero', usuario_id: creator });
  await createBundle(sql, [extra, third]);
  const tags = [byline, 'card:base', 'card:extra', 'card:tercero', 'product:extra'];
  expect(await carriedBy(() => getProductBySlug('es', 'extra'))).toEqual(tags);
  expect(await carriedBy(() => getProductBySlug('es', 'nadie'))).toEqual(['product:nadie']);
  expect((await getProductBySlug('es', 'extra'))?.base?.slug).toBe('base');
  // An archived base has no page to link to; restoring it revalidates the card.
  await sql`update productos set archivado_at = now() where id = ${base}`;
  expect(await carriedBy(async () => expect((await getProductBySlug('es', 'extra'))?.base).toBe(null))).toEqual(tags);
});

test('a new product revalidates its page at once, and lists and bundle pages soon', async () => {
  const product = await createProduct(sql, { slug: 'nuevo', usuario_id: creator, category: 'serie' });
  const other = await createProduct(sql, { slug: 'companero', usuario_id: creator, category: 'serie' });
  await createBundle(sql, [product, other], { producto_id: product });
  expect(await staleByApproval(await createRevision(product, true))).toEqual({
    now: ['product:nuevo'],
    soon: ['card:nuevo', 'home', 'section:serie', profile, 'offers', 'product:companero'],
  });
});

test('a change revalidates every page with the product soon', async () => {
  const product = await createProduct(sql, { slug: 'cambiado', usuario_id: creator });
  expect(await staleByApproval(await createRevision(product, false))).toEqual({
    soon: ['product:cambiado', 'card:cambiado', 'section:plugin', profile, 'offers'],
  });
});

test('an extension revalidates the page of its base', async () => {
  const base = await createProduct(sql, { slug: 'con-ampliacion', usuario_id: creator });
  const product = await createProduct(sql, { slug: 'ampliacion', usuario_id: creator, base_id: base, DLC: true });
  expect((await staleByApproval(await createRevision(product, true))).soon).toContain('product:con-ampliacion');
  expect((await staleByEdit(product, 'ampliacion')).soon).toContain('product:con-ampliacion');
  expect(await carriedBy(() => getProductBySlug('es', 'con-ampliacion'))).toContain('card:ampliacion');
});

test('an admin’s edit revalidates the page at once, under both addresses', async () => {
  const product = await createProduct(sql, { slug: 'despues', usuario_id: creator });
  expect(await staleByEdit(product, 'antes')).toEqual({
    now: ['product:antes', 'product:despues'],
    soon: ['home', 'section:plugin', profile, 'offers', 'card:antes', 'card:despues'],
  });
});

test('a product that becomes available or unavailable revalidates the pages of its bundles soon', async () => {
  const product = await createProduct(sql, { slug: 'va-y-viene', usuario_id: creator });
  const owner = await createProduct(sql, { slug: 'dueno', usuario_id: creator });
  const gone = await createProduct(sql, { slug: 'retirado', usuario_id: creator, status: 'rejected' });
  await createBundle(sql, [owner, product, gone], { producto_id: owner });
  const pages = ['product:dueno', 'product:retirado'];
  expect((await staleByApproval(await createRevision(product, true))).soon).toEqual(expect.arrayContaining(pages));
  expect((await staleByEdit(product, 'va-y-viene')).soon).toEqual(expect.arrayContaining(pages));
  // Its creator archives it.
  world.client = clientOf(creator);
  await sql`update productos set archivado_at = now() where id = ${product}`;
  expect((await staleByEdit(product, 'va-y-viene')).soon).toEqual(expect.arrayContaining(pages));
});

test('a sale revalidates the page soon, and at once with the last unit, which ends its bundles', async () => {
  const product = await createProduct(sql, { slug: 'limitado', usuario_id: creator, unidades: 2 });
  await createBundle(sql, [product, await createProduct(sql, { slug: 'con-limitado', usuario_id: creator })]);
  const sell = async () => {
    const { reference, id, cents } = await openPayment(db, await createUser(sql), { producto: product });
    const paid = {
      kind: 'paid',
      provider: 'stripe',
      reference,
      paymentId: id,
      amountCents: cents,
      currency: 'eur',
    } as const;
    expect(await recordAndFollow(paid)).toMatchObject({ ok: true, value: { deliveredNow: true } });
  };
  await sell();
  expect(world.told).toEqual([['product:limitado', 'max']]);
  world.told.length = 0;
  await sell();
  expect(world.told).toEqual([
    ['product:con-limitado', 'max'],
    ['product:limitado', { expire: 0 }],
  ]);
});

test('a file in quarantine takes its product or edition off sale, and revalidates the page at once', async () => {
  const ruta = (name: string) => `descargas/${creator}/1/${name}.jar`;
  const note = (name: string, hallazgo: string | null) =>
    db.callService('anotar_analisis', {
      p_ruta: ruta(name),
      p_huella: 'b'.repeat(64),
      p_resultado: hallazgo ? 'hallazgo' : 'limpio',
      p_hallazgo: hallazgo,
      p_firmas: 'v1',
    });
  const product = await createProduct(sql, { slug: 'en-duda', usuario_id: creator, download_link: ruta('base') });
  await createEdition(sql, product, { nombre: 'Oro', download_link: ruta('oro') });
  const read = async () => {
    const found = await getProductBySlug('es', 'en-duda');
    return [found?.available, found?.editions.map(({ name }) => name)];
  };
  expect(await read()).toEqual([true, ['Oro']]);
  await note('oro', 'Win.Stealer');
  expect(await followQuarantines()).toBe(1);
  expect(world.told).toEqual([['product:en-duda', { expire: 0 }]]);
  expect(await read()).toEqual([true, []]);
  await note('base', 'Win.Stealer');
  await note('oro', null);
  expect(await read()).toEqual([false, ['Oro']]);
  expect([await followQuarantines(), await followQuarantines()]).toEqual([1, 0]);
});
