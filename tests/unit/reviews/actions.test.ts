import { beforeEach, describe, expect, it } from 'vitest';
import { away, openShop, person, refusal, shop } from '../shop-stub.ts';

const { answerReview, deleteReview, moderateReview, saveReview } = await import('@/lib/reviews/action');

const productId = '00000000-0000-4000-8000-000000000001';
const reviewId = '00000000-0000-4000-8000-000000000002';
const review = { productId, stars: 4, text: 'Va muy bien' };
const answer = { reviewId, text: '¡Gracias!' };
const hiding = { reviewId, hide: true, reason: 'Insulta a su creadora.' };

beforeEach(() => {
  openShop();
  shop.tables = { productos: [{ id: productId, slug: 'torre' }], resenas: [{ id: reviewId, producto_id: productId }] };
});

const shownByProduct = { now: ['product:torre'], soon: ['praise:torre', 'card:torre'], paths: [] };

it('a review is saved with its stars and its text, without blanks around it', async () => {
  expect(await saveReview({ ...review, text: ' Va muy bien\n' })).toMatchObject({ ok: true });
  expect(shop.calls).toEqual([['escribir_resena', { p_producto: productId, p_estrellas: 4, p_texto: 'Va muy bien' }]]);
  // Its creator reads of it by mail, and their server by a webhook.
  expect(shop.after).toEqual(['mails', 'hooks']);
});

it('a review is on the page of its product at once, and in lists soon', async () => {
  await saveReview(review);
  expect(shop.stale).toEqual(shownByProduct);
});

it('stars need no text, and a text may have 2000 characters', async () => {
  await saveReview({ ...review, text: '' });
  await saveReview({ ...review, text: 'a'.repeat(2_000) });
  expect(shop.calls.map(([, { p_texto }]) => String(p_texto).length)).toEqual([0, 2_000]);
});

it.each([
  ['text', 'a'.repeat(2_001)],
  ['stars', 0],
  ['stars', 6],
  ['stars', 4.5],
  ['productId', 'torre'],
])('a review whose %s is %s is refused at it, and not sent', async (field, value) => {
  const refused = await saveReview({ ...review, [field]: value });
  expect(refused).toEqual({ ok: false, error: 'invalid', fieldErrors: { [field]: expect.any(String) } });
  expect(shop.calls).toEqual([]);
});

it('the creator answers a review with up to 2000 characters, or deletes the answer with none', async () => {
  for (const text of [' ¡Gracias! ', 'a'.repeat(2_000), '']) {
    expect(await answerReview({ reviewId, text })).toMatchObject({ ok: true });
  }
  expect(shop.calls.map(([name, given]) => [name, given.p_resena, String(given.p_texto).length])).toEqual([
    ['responder_resena', reviewId, 9],
    ['responder_resena', reviewId, 2_000],
    ['responder_resena', reviewId, 0],
  ]);
  expect(await answerReview({ reviewId, text: 'a'.repeat(2_001) })).toMatchObject({ error: 'invalid' });
});

it('an answer shows on the page of its product and in the lists of its creator, and is mailed', async () => {
  await answerReview(answer);
  expect(shop.stale).toEqual({ ...shownByProduct, paths: ['/dashboard', '/dashboard/reviews'] });
  expect(shop.after).toEqual(['mails']);
});

it('a deleted review disappears from the page of its product', async () => {
  expect(await deleteReview(productId)).toMatchObject({ ok: true });
  expect(shop.calls).toEqual([['borrar_resena', { p_producto: productId }]]);
  expect(shop.stale).toEqual(shownByProduct);
  expect(shop.after).toEqual(['hooks']);
});

describe('a moderator', () => {
  beforeEach(() => {
    shop.me = person('moderador');
  });

  it('hides a review with a reason, or shows it again', async () => {
    expect(await moderateReview({ ...hiding, reason: ' Insulta. ' })).toMatchObject({ ok: true });
    expect(await moderateReview({ reviewId, hide: false, reason: '' })).toMatchObject({ ok: true });
    expect(shop.calls).toEqual([
      ['moderar_resena', { p_resena: reviewId, p_oculta: true, p_motivo: 'Insulta.' }],
      ['moderar_resena', { p_resena: reviewId, p_oculta: false, p_motivo: '' }],
    ]);
    expect(shop.stale.now).toContain('product:torre');
  });

  it('reads that a reason has 500 characters at most', async () => {
    expect(await moderateReview({ ...hiding, reason: 'a'.repeat(500) })).toMatchObject({ ok: true });
    const refused = await moderateReview({ ...hiding, reason: 'a'.repeat(501) });
    expect(refused).toMatchObject({ ok: false, error: 'motivo_no_valido' });
    expect(shop.calls).toHaveLength(1);
  });
});

it('nobody else hides a review, and a guest writes none', async () => {
  expect(await moderateReview(hiding)).toEqual({ ok: false, error: 'notAllowed' });
  shop.me = null;
  for (const refused of [await saveReview(review), await deleteReview(productId), await answerReview(answer)]) {
    expect(refused).toEqual({ ok: false, error: 'notSignedIn' });
  }
  expect(shop.calls).toEqual([]);
});

const writes = {
  escribir_resena: () => saveReview(review),
  borrar_resena: () => deleteReview(productId),
  responder_resena: () => answerReview(answer),
  moderar_resena: () => {
    shop.me = person('admin');
    return moderateReview(hiding);
  },
};
type Write = keyof typeof writes;

it.each<[Write, code: string, said: string]>([
  ['escribir_resena', 'es_suyo', 'es_suyo'],
  ['escribir_resena', 'no_lo_tienes', 'no_lo_tienes'],
  ['escribir_resena', 'no_existe', 'no_existe'],
  ['escribir_resena', 'demasiados_intentos', 'tooMany'],
  ['borrar_resena', 'retirada', 'retirada'],
  ['responder_resena', 'no_existe', 'no_existe'],
  ['moderar_resena', 'no_existe', 'no_existe'],
  ['moderar_resena', 'es_suya', 'es_suya'],
  ['moderar_resena', 'motivo_no_valido', 'motivo_no_valido'],
])('%s that is refused with %s says %s, and changes no page', async (name, code, said) => {
  shop.answers[name] = refusal(code);
  expect(await writes[name]()).toEqual({ ok: false, error: said });
  expect([shop.stale.now, shop.stale.soon, shop.stale.paths, shop.after]).toEqual([[], [], [], []]);
});

it.each(Object.keys(writes) as Write[])('%s returns an error in an outage', async (name) => {
  shop.answers[name] = away;
  expect(await writes[name]()).toEqual({ ok: false, error: 'unavailable' });
});

it('a write succeeds even if its product or review was deleted in the meantime', async () => {
  shop.tables = { productos: [], resenas: [] };
  expect(await saveReview(review)).toMatchObject({ ok: true });
  expect(await answerReview(answer)).toMatchObject({ ok: true });
  expect([shop.stale.now, shop.stale.soon, shop.log]).toEqual([[], [], []]);
});

it.each([
  ['productos', 'product query failed: away'],
  ['resenas', 'review query failed: away'],
])('a write is kept even if its pages cannot be found in %s', async (table, error) => {
  shop.tables[table] = away;
  expect(await answerReview(answer)).toMatchObject({ ok: true });
  expect(shop.log).toEqual([[{ action: 'answerReview', error }, expect.any(String)]]);
});
