import { beforeEach, describe, expect, it } from 'vitest';
import { away, openShop, shop } from '../shop-stub.ts';

const { listReceivedReviews, parseReceivedQuery, toReceivedQuery } = await import('@/lib/reviews/received');

const id = '0b8f3c0e-2f0a-4c55-9a43-6d3a7c1f9e21';
const at = '2026-11-28T10:00:00.123456Z';

describe('the address of the received reviews', () => {
  it('shows those that wait for an answer unless it names something else', () => {
    expect(parseReceivedQuery({})).toEqual({ isWaiting: true, review: null, after: null });
    expect(parseReceivedQuery({ todas: '1', resena: id, tras: `${at}_${id}` })).toEqual({
      isWaiting: false,
      review: id,
      after: [at, id],
    });
  });

  it('with invalid values is that without them', () => {
    const query = { todas: 'si', resena: 'torre', tras: 'ayer' };
    expect(parseReceivedQuery(query)).toEqual({ isWaiting: true, review: null, after: null });
  });

  it.each([
    [true, null],
    [false, null],
    [true, [at, id]],
    [false, [at, id]],
  ] as const)('leads to the next page of the same list (%s, %s)', (isWaiting, after) => {
    const query = { isWaiting, review: null, after: after && ([...after] as [string, string]) };
    expect(parseReceivedQuery(Object.fromEntries(new URLSearchParams(toReceivedQuery(query))))).toEqual(query);
  });

  it('is short for the first page', () => {
    expect(toReceivedQuery({ isWaiting: true, review: null, after: null })).toBe('');
  });
});

describe('the received reviews', () => {
  const row = (change: object = {}) => ({
    id,
    slug: 'torre',
    nombre: 'Torre',
    nombre_en: 'Tower',
    autor: 'Ana',
    estrellas: 4,
    texto: 'Va bien',
    respuesta: null,
    created_at: at,
    editada: false,
    ...change,
  });
  const all = { isWaiting: false, review: null, after: null };
  beforeEach(() => {
    openShop();
    shop.answers.mis_resenas = { pendientes: '3', resenas: [row()] };
  });

  it('name their product in the language of the page, and how many wait', async () => {
    const review = {
      id,
      slug: 'torre',
      author: 'Ana',
      stars: 4,
      text: 'Va bien',
      answer: null,
      at,
      isEdited: false,
    };
    const found = await listReceivedReviews(all, 'es');
    expect(found).toEqual({ reviews: [{ ...review, product: 'Torre' }], waiting: 3, next: null });
    expect((await listReceivedReviews(all, 'en')).reviews).toEqual([{ ...review, product: 'Tower' }]);
  });

  it('are those that the query names, twenty a page', async () => {
    await listReceivedReviews({ isWaiting: true, review: null, after: [at, id] }, 'es');
    await listReceivedReviews({ isWaiting: false, review: id, after: null }, 'es', 5);
    expect(shop.calls).toEqual([
      ['mis_resenas', { p_pendientes: true, p_resena: null, p_antes_at: at, p_antes: id, p_limite: 20 }],
      ['mis_resenas', { p_pendientes: false, p_resena: id, p_antes_at: null, p_antes: null, p_limite: 5 }],
    ]);
  });

  it('have a next page after a full one', async () => {
    const last = '11111111-2f0a-4c55-9a43-6d3a7c1f9e21';
    shop.answers.mis_resenas = {
      pendientes: 0,
      resenas: [row(), row(), row({ id: last, created_at: '2026-11-01T10:00:00Z' })],
    };
    expect((await listReceivedReviews(all, 'es', 3)).next).toEqual(['2026-11-01T10:00:00Z', last]);
    expect((await listReceivedReviews(all, 'es', 4)).next).toBeNull();
    shop.answers.mis_resenas = { pendientes: 0, resenas: [] };
    expect(await listReceivedReviews(all, 'es', 2)).toEqual({ reviews: [], waiting: 0, next: null });
  });

  it('are an error in an outage', async () => {
    shop.answers.mis_resenas = away;
    await expect(listReceivedReviews(all, 'es')).rejects.toThrow('mis_resenas failed: away');
  });
});
