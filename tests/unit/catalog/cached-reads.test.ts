import { beforeEach, expect, test, vi } from 'vitest';
import { stubQuery } from '../query-stub.ts';

const world = vi.hoisted(() => ({ rows: [] as unknown, filters: [] as unknown[][], tags: [] as string[] }));
vi.mock('next/cache', () => ({
  cacheLife: () => {},
  cacheTag: (...tags: string[]) => void world.tags.push(...tags),
}));
vi.mock('@/lib/core/supabase/server', () => ({
  createPublicClient: () =>
    stubQuery(
      () => ({ data: world.rows, error: null }),
      (filter) => world.filters.push(filter),
    ),
  createRequestClient: async () => null,
}));
vi.mock('@/lib/catalog/product', () => ({ getProductBySlug: async () => ({ id: 'p1', slug: 'torre' }) }));

const { getPost } = await import('@/lib/catalog/posts');
const { getFeedEntries } = await import('@/lib/catalog/seo/feed');
const { findQuestions } = await import('@/lib/questions/server');

const id = '0b8f3c0e-2f0a-4c55-9a43-6d3a7c1f9e21';
const post = {
  id,
  titulo: 'Novedades',
  texto: '<p>Hola</p>',
  publicada_at: '2026-11-28T10:00:00Z',
  editada_at: null,
  usuarios_meta: { display_name: 'Ana', avatar_url: '/a.png' },
  productos: { slug: 'torre', oculto: false, nombre: 'Torre', nombre_en: 'Tower' },
};
beforeEach(() => Object.assign(world, { rows: [], filters: [], tags: [] }));

test.each([
  ['es', false, { slug: 'torre', name: 'Torre' }],
  ['en', false, { slug: 'torre', name: 'Tower' }],
  ['es', true, null],
] as const)(
  'a post in %s links to its product only if the product is not hidden (hidden: %s)',
  async (locale, oculto, product) => {
    world.rows = { ...post, productos: { ...post.productos, oculto } };
    expect(await getPost(locale, id)).toMatchObject({ product });
    // The page changes with the name of its author, and with its product.
    expect(world.tags).toEqual([`post:${id}`, 'byline:Ana', 'card:torre']);
  },
);

test('answered questions are revalidated with their product, their answers and the names of their authors', async () => {
  world.rows = ['Ana', 'Luis'].map((display_name) => ({
    id,
    texto: '¿Funciona?',
    respuesta: 'Sí',
    respuesta_at: '2026-11-28T10:00:00Z',
    respuesta_equipo: false,
    utiles: 0,
    created_at: '2026-11-28T09:00:00Z',
    usuarios_meta: { display_name },
  }));
  expect((await findQuestions('torre', 1, 'es'))?.questions).toHaveLength(2);
  expect(world.tags).toEqual(['product:torre', 'questions:torre', 'byline:Ana', 'byline:Luis']);
});

test('the feed has no product that is hidden or waits', async () => {
  await getFeedEntries('es');
  expect(world.tags).toEqual(['home']);
  expect(world.filters).toEqual(
    expect.arrayContaining([
      ['eq', 'status', 'approved'],
      ['eq', 'oculto', false],
    ]),
  );
});
