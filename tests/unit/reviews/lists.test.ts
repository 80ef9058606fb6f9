import { beforeEach, describe, expect, it } from 'vitest';
import { away, openShop, shop } from '../shop-stub.ts';

const { getOwnReview, getReview, listPraise, listReviews } = await import('@/lib/reviews/server');

const product = { id: 'p-1', slug: 'torre' };
const row = (id: string, change: object = {}) => ({
  id,
  producto_id: 'p-1',
  user_id: 'u-1',
  estrellas: 5,
  texto: 'Va muy bien',
  respuesta: null,
  respuesta_at: null,
  created_at: '2026-11-20T10:00:00Z',
  editada_at: null,
  oculta_motivo: null,
  usuarios_meta: { display_name: 'Ana', avatar_url: '/ana.webp' },
  productos: { slug: 'torre', nombre: 'Torre', nombre_en: 'Tower', status: 'approved', oculto: false },
  ...change,
});
const by = (display_name: string) => ({ usuarios_meta: { display_name, avatar_url: '' } });
const about = (slug: string, change: object = {}) => ({ productos: { ...row('').productos, slug, ...change } });
const ids = (found: { id: string }[] | null | undefined) => found?.map(({ id }) => id);

beforeEach(() => void openShop());

describe('the reviews of a product', () => {
  it('come with their author, and with the answer of its creator', async () => {
    const answered = {
      respuesta: '¡Gracias!',
      respuesta_at: '2026-11-21T10:00:00Z',
      editada_at: '2026-11-22T10:00:00Z',
    };
    shop.tables.resenas = [row('r-1', answered), row('r-2')];
    const shared = {
      stars: 5,
      text: 'Va muy bien',
      author: { displayName: 'Ana', avatarUrl: '/ana.webp' },
      at: '2026-11-20T10:00:00Z',
    };
    expect(await listReviews(product, 5)).toEqual({
      reviews: [
        { ...shared, id: 'r-1', isEdited: true, answer: { text: '¡Gracias!', at: '2026-11-21T10:00:00Z' } },
        { ...shared, id: 'r-2', isEdited: false, answer: null },
      ],
      hasMore: false,
    });
  });

  it('come in pages, the newest first', async () => {
    const at = (day: number) => ({ created_at: `2026-11-2${day}T10:00:00Z` });
    shop.tables.resenas = [
      row('r-1', at(1)),
      row('r-4', at(4)),
      row('r-2b', at(2)),
      row('r-2a', at(2)),
      row('r-3', at(3)),
      row('of another', { producto_id: 'p-2' }),
    ];
    const first = await listReviews(product, 2);
    expect([ids(first.reviews), first.hasMore]).toEqual([['r-4', 'r-3'], true]);
    const second = await listReviews(product, 2, 1);
    expect([ids(second.reviews), second.hasMore]).toEqual([['r-2a', 'r-2b'], true]);
    const third = await listReviews(product, 2, 2);
    expect([ids(third.reviews), third.hasMore]).toEqual([['r-1'], false]);
  });

  it('end with a full page', async () => {
    shop.tables.resenas = [row('r-1'), row('r-2')];
    expect(await listReviews(product, 2)).toMatchObject({ reviews: [{}, {}], hasMore: false });
  });

  it('are read again after a change of the product, or of the name of an author', async () => {
    shop.tables.resenas = [row('r-1'), row('r-2', by('Luis Gil'))];
    await listReviews(product, 5);
    expect(shop.cachedBy).toEqual(['product:torre', 'byline:Ana', 'byline:Luis%20Gil']);
  });

  it('are an error if they cannot be read', async () => {
    shop.tables.resenas = away;
    await expect(listReviews(product, 5)).rejects.toThrow('reviews query failed: away');
    await expect(getReview(product, 'r-1')).rejects.toThrow('review query failed: away');
    await expect(getOwnReview('p-1', 'u-1')).rejects.toThrow('own review query failed: away');
  });
});

it('a link to a review shows it with its product only', async () => {
  shop.tables.resenas = [row('r-1'), row('r-2', { ...by('Luis'), texto: 'Cruje' })];
  expect(await getReview(product, 'r-2')).toMatchObject({ id: 'r-2', text: 'Cruje', author: { displayName: 'Luis' } });
  expect(shop.cachedBy).toEqual(['product:torre', 'byline:Luis']);
  expect(await getReview(product, 'r-3')).toBeNull();
  expect(await getReview({ id: 'p-2', slug: 'faro' }, 'r-1')).toBeNull();
});

it('a person finds their own review of a product, also if it is hidden', async () => {
  const hidden = { user_id: 'u-2', estrellas: 1, texto: 'Basura', oculta_motivo: 'Insulta' };
  shop.tables.resenas = [row('r-1'), row('r-2', hidden), row('r-3', { ...hidden, producto_id: 'p-2', texto: 'No' })];
  expect(await getOwnReview('p-1', 'u-2')).toEqual({ stars: 1, text: 'Basura', hiddenReason: 'Insulta' });
  expect(await getOwnReview('p-2', 'u-1')).toBeNull();
});

describe('the praise on the home page', () => {
  it('names its author and its product in the language of the page', async () => {
    shop.tables.resenas = [row('r-1')];
    const praise = { id: 'r-1', stars: 5, text: 'Va muy bien', author: 'Ana' };
    expect(await listPraise('es', 3)).toEqual([{ ...praise, product: { slug: 'torre', name: 'Torre' } }]);
    expect(await listPraise('en', 3)).toEqual([{ ...praise, product: { slug: 'torre', name: 'Tower' } }]);
  });

  it('has four stars at least, a text, and a product on sale', async () => {
    shop.tables.resenas = [
      row('four stars', { ...by('A'), ...about('a'), estrellas: 4 }),
      row('three stars', { ...by('B'), ...about('b'), estrellas: 3 }),
      row('no text', { ...by('C'), ...about('c'), texto: '' }),
      row('in review', { ...by('D'), ...about('d', { status: 'pending' }) }),
      row('hidden', { ...by('E'), ...about('e', { oculto: true }) }),
    ];
    expect(ids(await listPraise('es', 5))).toEqual(['four stars']);
  });

  it('is the newest, of different people about different products', async () => {
    const at = (day: number) => ({ created_at: `2026-11-2${day}T10:00:00Z` });
    shop.tables.resenas = [
      row('r-1', { ...at(1), ...by('Luis'), ...about('faro') }),
      row('r-2', { ...at(2), ...by('Ana'), ...about('mapa') }),
      row('r-3', { ...at(3), ...by('Luis'), ...about('torre') }),
      row('r-4', { ...at(4), ...by('Ana'), ...about('torre') }),
      row('r-0b', { ...at(0), ...by('Eva'), ...about('isla') }),
      row('r-0a', { ...at(0), ...by('Eva'), ...about('nave') }),
    ];
    expect(ids(await listPraise('es', 3))).toEqual(['r-4', 'r-1', 'r-0a']);
    expect(ids(await listPraise('es', 2))).toEqual(['r-4', 'r-1']);
  });

  it('is read again after a change of the products and names that it shows', async () => {
    shop.tables.resenas = [row('r-1'), row('r-2')];
    await listPraise('es', 1);
    expect(shop.cachedBy).toEqual(['home', 'praise:torre', 'card:torre', 'byline:Ana']);
  });

  it('looks at enough reviews, so that one person who has written many leaves room for others', async () => {
    const many = Array.from({ length: 15 }, (_, n) => row(`r-${n}`, about(`p-${n}`)));
    shop.tables.resenas = [...many, row('r-z', { ...by('Luis'), ...about('faro') })];
    expect(ids(await listPraise('es', 2))).toEqual(['r-0', 'r-z']);
  });

  it('is missing, not the page, if it cannot be read', async () => {
    shop.tables.resenas = away;
    expect(await listPraise('es', 3)).toBeNull();
    const error = 'Error: praise query failed: away';
    expect(shop.log).toEqual([[{ section: 'praise', error }, expect.any(String)]]);
  });
});
