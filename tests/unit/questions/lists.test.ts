import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { questionsPath } from '@/lib/questions/types';
import { away, openShop, shop } from '../shop-stub.ts';

const torre = vi.hoisted(() => ({ id: 'p-1', slug: 'torre', name: 'Torre' }));
vi.mock('@/lib/catalog/product', () => ({
  getProductBySlug: async (_locale: string, slug: string) => (slug === 'torre' ? torre : null),
}));

const { countQuestions, findQuestions, listAsked, listReceived, listThanked } = await import('@/lib/questions/server');

const row = (id: string, change: object = {}) => ({
  id,
  producto_id: 'p-1',
  texto: '¿Funciona?',
  respuesta: 'Sí',
  respuesta_at: '2026-11-28T10:00:00Z',
  respuesta_equipo: false,
  utiles: 0,
  created_at: '2026-11-27T10:00:00Z',
  usuarios_meta: { display_name: 'Ana' },
  ...change,
});
const rows = (count: number) => Array.from({ length: count }, (_, n) => row(`q-${String(n).padStart(3, '0')}`));

beforeEach(() => void openShop());

describe('the answered questions about a product', () => {
  it('have the asker, and a mark for answers of the team', async () => {
    shop.tables.preguntas = [row('q-1', { utiles: 3, respuesta_equipo: true })];
    expect(await findQuestions('torre', 1, 'es')).toEqual({
      product: torre,
      page: 1,
      questions: [
        {
          id: 'q-1',
          text: '¿Funciona?',
          author: 'Ana',
          at: '2026-11-27T10:00:00Z',
          answer: 'Sí',
          answeredAt: '2026-11-28T10:00:00Z',
          isByTeam: true,
          thanks: 3,
        },
      ],
      hasMore: false,
    });
  });

  it('begin with those that helped most, then with the newest answers', async () => {
    shop.tables.preguntas = [
      row('old', { respuesta_at: '2026-11-01T10:00:00Z' }),
      row('new b'),
      row('new a'),
      row('helpful', { utiles: 2, respuesta_at: '2026-10-01T10:00:00Z' }),
      row('of another', { producto_id: 'p-2' }),
    ];
    const found = await findQuestions('torre', 1, 'es');
    expect(found?.questions.map(({ id }) => id)).toEqual(['helpful', 'new a', 'new b', 'old']);
  });

  it('have pages of fifty', async () => {
    shop.tables.preguntas = rows(101);
    const page = async (number: number) => {
      const found = await findQuestions('torre', number, 'es');
      return found && [found.questions[0]?.id, found.questions.length, found.hasMore];
    };
    expect(await page(1)).toEqual(['q-000', 50, true]);
    expect(await page(2)).toEqual(['q-050', 50, true]);
    expect(await page(3)).toEqual(['q-100', 1, false]);
    expect(await page(4)).toBeNull();
    shop.tables.preguntas = rows(50);
    expect(await page(1)).toEqual(['q-000', 50, false]);
  });

  it('have a first page without any, and none for a product that is not there', async () => {
    shop.tables.preguntas = [];
    expect(await findQuestions('torre', 1, 'es')).toEqual({ product: torre, page: 1, questions: [], hasMore: false });
    expect(await findQuestions('torre', 2, 'es')).toBeNull();
    expect(await findQuestions('faro', 1, 'es')).toBeNull();
  });

  it('are counted', async () => {
    shop.tables.preguntas = [...rows(3), row('of another', { producto_id: 'p-2' })];
    expect(await countQuestions(torre)).toBe(3);
    expect(shop.cachedBy).toEqual(['product:torre']);
  });

  it('are an error in an outage, not none', async () => {
    shop.tables.preguntas = away;
    await expect(findQuestions('torre', 1, 'es')).rejects.toThrow('questions query failed: away');
    await expect(countQuestions(torre)).rejects.toThrow('questions count failed: away');
  });
});

describe('somebody’s own questions', () => {
  const own = (id: string, change: object = {}) => ({
    id,
    texto: '¿Funciona?',
    respuesta: null,
    respuesta_equipo: false,
    oculta: false,
    respuesta_oculta: false,
    utiles: 0,
    created_at: '2026-11-27T10:00:00Z',
    autor: 'Ana',
    slug: 'torre',
    nombre: 'Torre',
    nombre_en: 'Tower',
    ...change,
  });
  const shown = {
    id: 'q-1',
    text: '¿Funciona?',
    author: 'Ana',
    at: '2026-11-27T10:00:00Z',
    answer: null,
    isByTeam: false,
    isAside: false,
    isHidden: false,
    thanks: 0,
    slug: 'torre',
    product: 'Torre',
  };

  it('name their product in the language of the page', async () => {
    shop.answers.mis_preguntas = [own('q-1')];
    expect(await listAsked(2, 'es')).toEqual({ questions: [shown], hasMore: false });
    expect((await listAsked(2, 'en')).questions).toEqual([{ ...shown, product: 'Tower' }]);
    expect(shop.calls[0]).toEqual(['mis_preguntas', { p_pagina: 2 }]);
  });

  it('link to no product without a page', async () => {
    shop.answers.mis_preguntas = [own('q-1', { slug: null })];
    expect((await listAsked(0, 'es')).questions).toEqual([{ ...shown, slug: null }]);
  });

  it.each([
    [{ oculta: true }, true],
    [{ respuesta_oculta: true }, true],
    [{}, false],
  ])('with %j are hidden: %s', async (change, isHidden) => {
    shop.answers.mis_preguntas = [own('q-1', change)];
    expect((await listAsked(0, 'es')).questions).toMatchObject([{ isHidden }]);
  });

  it('have pages of twenty', async () => {
    const many = Array.from({ length: 21 }, (_, n) => own(`q-${n}`));
    shop.answers.mis_preguntas = many;
    expect(await listAsked(0, 'es')).toMatchObject({ questions: { length: 20 }, hasMore: true });
    shop.answers.mis_preguntas = many.slice(1);
    expect(await listAsked(0, 'es')).toMatchObject({ questions: { length: 20 }, hasMore: false });
  });

  it('that a creator received have the number of waiting ones and the set-aside mark', async () => {
    shop.answers.preguntas_recibidas = {
      pendientes: '4',
      preguntas: [own('q-1', { descartada: true, respuesta: 'Sí', utiles: 2 })],
    };
    expect(await listReceived('todas', 1, 'es')).toEqual({
      questions: [{ ...shown, isAside: true, answer: 'Sí', thanks: 2 }],
      hasMore: false,
      waiting: 4,
    });
    expect(shop.calls).toEqual([['preguntas_recibidas', { p_que: 'todas', p_pagina: 1 }]]);
  });
});

test('a person sees again for which answers they have thanked', async () => {
  shop.answers.mis_gracias = ['q-1', 'q-2'];
  expect(await listThanked('p-1')).toEqual(['q-1', 'q-2']);
  expect(shop.calls).toEqual([['mis_gracias', { p_producto: 'p-1' }]]);
});

test('the first page of questions has the address without a number', () => {
  expect([1, 2].map((page) => questionsPath('torre', page))).toEqual(['/p/torre/questions', '/p/torre/questions/2']);
  expect(questionsPath('torre')).toBe('/p/torre/questions');
});
