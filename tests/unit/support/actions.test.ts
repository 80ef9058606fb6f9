import { beforeEach, describe, expect, it, vi } from 'vitest';
import { away, openShop, person, refusal, shop } from '../shop-stub.ts';

const [carryOutRefund, refreshStock] = vi.hoisted(() => [vi.fn(), vi.fn()]);
vi.mock('@/lib/payments/refunds', async (actual) => ({ ...(await actual<object>()), carryOutRefund }));
vi.mock('@/lib/payments/follow-event', () => ({ refreshStock }));

const { answerRequest, cancelPurchase, closeRequest, decideRefund, openRequest, supportRefund, takeBackGift } =
  await import('@/lib/support/action');
const { readStockWish, wishForStock } = await import('@/lib/support/stock-action');

const id = '00000000-0000-4000-8000-000000000001';
const orderId = '00000000-0000-4000-8000-000000000002';
const paymentId = '00000000-0000-4000-8000-000000000003';
const text = 'No arranca desde ayer.';
const request = { topic: 'tienda', reason: null, orderId, paymentId, text } as const;
const decision = { id, cents: 499, text: 'De acuerdo.' };

/** A refund as the database orders it, and as it is carried out. */
const ordered = {
  ok: true,
  reembolso_id: 'refund-1',
  centimos: '499',
  pago_id: 'pago-1',
  proveedor: 'stripe',
  referencia: 'pi_1',
};
const order = { id: 'refund-1', cents: 499, paymentId: 'pago-1', provider: 'stripe', reference: 'pi_1' };

beforeEach(() => {
  openShop();
  carryOutRefund.mockReset().mockResolvedValue({ status: 'done' });
  shop.answers.abrir_solicitud = { ok: true, solicitud_id: 's-1' };
  shop.answers.decidir_reembolso = ordered;
  shop.answers.cancelar_compra = ordered;
  shop.answers.retirar_regalo = ordered;
});

describe('a request', () => {
  it.each([
    ['creador', 'no_funciona', { p_para: 'creador', p_tipo: 'pregunta', p_motivo: null }],
    ['tienda', 'no_funciona', { p_para: 'tienda', p_tipo: 'pregunta', p_motivo: null }],
    ['reembolso', 'no_entregado', { p_para: 'tienda', p_tipo: 'reembolso', p_motivo: 'no_entregado' }],
    ['reembolso', null, { p_para: 'tienda', p_tipo: 'reembolso', p_motivo: 'otro' }],
  ] as const)('about %s for %s opens a thread, of which its reader is mailed', async (topic, reason, sent) => {
    expect(await openRequest({ ...request, topic, reason, text: ` ${text} ` })).toEqual({ ok: true, value: 's-1' });
    const about = { p_pedido: orderId, p_pago: paymentId, p_texto: text };
    expect(shop.calls).toEqual([['abrir_solicitud', { ...sent, ...about }]]);
    expect([shop.after, shop.limits]).toEqual([['mails'], ['help']]);
  });

  it.each([9, 2_001])('of %i characters is refused with its own message, and is no attempt', async (length) => {
    expect(await openRequest({ ...request, text: 'a'.repeat(length) })).toMatchObject({ error: 'texto_no_valido' });
    expect([shop.calls, shop.limits]).toEqual([[], []]);
  });

  it.each([10, 2_000])('may have %i characters', async (length) => {
    expect(await openRequest({ ...request, text: 'a'.repeat(length) })).toMatchObject({ ok: true });
  });

  it('with any other wrong value is not valid', async () => {
    expect(await openRequest({ ...request, orderId: 'mine' })).toMatchObject({ error: 'invalid' });
  });

  it('is refused after too many', async () => {
    shop.wait = 60;
    expect(await openRequest(request)).toEqual({ ok: false, error: 'tooMany' });
    expect(await answerRequest({ id, text })).toEqual({ ok: false, error: 'tooMany' });
    expect(shop.calls).toEqual([]);
  });
});

describe('an answer in a thread', () => {
  it('is sent without blanks around it, and mailed', async () => {
    expect(await answerRequest({ id, text: ' Sí. ' })).toMatchObject({ ok: true });
    expect(shop.calls).toEqual([['responder_solicitud', { p_solicitud: id, p_texto: 'Sí.' }]]);
    expect([shop.after, shop.limits]).toEqual([['mails'], ['help']]);
  });

  it.each(['', ' \n', 'a'.repeat(2_001)])(
    'that is empty or too long is refused with its own message',
    async (given) => {
      expect(await answerRequest({ id, text: given })).toMatchObject({ error: 'texto_no_valido' });
      expect(shop.calls).toEqual([]);
    },
  );

  it('may have 2000 characters', async () => {
    expect(await answerRequest({ id, text: 'a'.repeat(2_000) })).toMatchObject({ ok: true });
  });
});

it('a thread is closed, and the creator supports a refund, by its id', async () => {
  expect(await closeRequest(id)).toMatchObject({ ok: true });
  expect(await supportRefund(id)).toMatchObject({ ok: true });
  expect(shop.calls).toEqual([
    ['cerrar_solicitud', { p_solicitud: id }],
    ['apoyar_reembolso', { p_solicitud: id }],
  ]);
  expect(await closeRequest('mine')).toMatchObject({ error: 'invalid' });
  expect(await supportRefund('mine')).toMatchObject({ error: 'invalid' });
});

describe('a decision about a refund', () => {
  beforeEach(() => {
    shop.me = person('admin');
  });

  it('that grants it has the provider pay it back, and is mailed', async () => {
    expect(await decideRefund({ ...decision, text: ' De acuerdo. ' })).toEqual({ ok: true, value: 'done' });
    const sent = { p_solicitud: id, p_acepta: true, p_texto: 'De acuerdo.', p_centimos: 499 };
    expect(shop.calls).toEqual([['decidir_reembolso', sent]]);
    expect(carryOutRefund).toHaveBeenCalledExactlyOnceWith(order);
    expect(shop.after).toEqual(['mails']);
  });

  it('that refuses it moves no money, and is mailed', async () => {
    shop.answers.decidir_reembolso = { ok: true };
    expect(await decideRefund({ ...decision, cents: null })).toEqual({ ok: true, value: 'refused' });
    expect(shop.calls[0]?.[1]).toMatchObject({ p_acepta: false, p_centimos: null });
    expect(carryOutRefund).not.toHaveBeenCalled();
    expect(shop.after).toEqual(['mails']);
  });

  it.each([
    ['is still under way', { status: 'pending' }, { ok: true, value: 'pending' }],
    ['is refused by the provider', { status: 'refused', reason: 'x' }, { ok: false, error: 'rechazado' }],
  ])('whose payment %s says so, and is mailed', async (_what, outcome, said) => {
    carryOutRefund.mockResolvedValue(outcome);
    expect(await decideRefund(decision)).toEqual(said);
    expect(shop.after).toEqual(['mails']);
  });

  it('without an answer of the provider stays pending', async () => {
    carryOutRefund.mockRejectedValue(new Error('no answer'));
    expect(await decideRefund(decision)).toEqual({ ok: true, value: 'pending' });
    expect(shop.log).toEqual([[{ refund: 'refund-1', error: 'no answer' }, 'a refund could not be carried out']]);
  });

  it.each(['', 'No', 'a'.repeat(501)])('without a reason of 3 to 500 characters is refused', async (given) => {
    expect(await decideRefund({ ...decision, text: given })).toMatchObject({ error: 'texto_no_valido' });
    expect(shop.calls).toEqual([]);
  });

  it.each([0, -1, 0.5])('about %d cents is refused', async (cents) => {
    expect(await decideRefund({ ...decision, cents })).toMatchObject({ error: 'importe_no_valido' });
    expect(shop.calls).toEqual([]);
  });

  it('is for admins', async () => {
    shop.me = person('moderador');
    expect(await decideRefund(decision)).toEqual({ ok: false, error: 'notAllowed' });
    expect(shop.calls).toEqual([]);
  });
});

describe.each([
  ['a cancelled purchase', cancelPurchase, 'cancelar_compra'],
  ['a gift that is taken back', takeBackGift, 'retirar_regalo'],
] as const)('%s', (_what, act, name) => {
  it('is paid back, and mailed', async () => {
    expect(await act(id)).toEqual({ ok: true, value: 'done' });
    expect(shop.calls).toEqual([[name, { p_pago: id }]]);
    expect(carryOutRefund).toHaveBeenCalledExactlyOnceWith(order);
    expect([shop.after, shop.limits]).toEqual([['mails'], ['checkout']]);
  });

  it('says that the money is on its way if the provider does not answer', async () => {
    carryOutRefund.mockRejectedValue(new Error('no answer'));
    expect(await act(id)).toEqual({ ok: true, value: 'pending' });
  });

  it('says that the provider refused', async () => {
    carryOutRefund.mockResolvedValue({ status: 'refused', reason: 'x' });
    expect(await act(id)).toEqual({ ok: false, error: 'rechazado' });
  });

  it('is limited, and needs a valid id', async () => {
    expect(await act('mine')).toMatchObject({ error: 'invalid' });
    shop.wait = 60;
    expect(await act(id)).toEqual({ ok: false, error: 'tooMany' });
    expect(shop.calls).toEqual([]);
  });
});

it('a gift that cost nothing is taken back without a refund', async () => {
  shop.answers.retirar_regalo = { ok: true };
  expect(await takeBackGift(id)).toEqual({ ok: true, value: 'free' });
  expect(carryOutRefund).not.toHaveBeenCalled();
  expect(refreshStock.mock.calls).toEqual([[id, 'refunded']]);
  expect(shop.after).toEqual(['mails']);
});

it('a purchase that the database cancels without an order to pay back is a failure', async () => {
  shop.answers.cancelar_compra = { ok: true };
  expect(await cancelPurchase(id)).toEqual({ ok: false, error: 'failed' });
  expect(carryOutRefund).not.toHaveBeenCalled();
});

describe('a wish to be told of stock', () => {
  it('is read, made and withdrawn', async () => {
    shop.tables.avisos_existencias = [{ producto_id: id }];
    expect(await readStockWish(id)).toEqual({ ok: true, value: true });
    expect(await readStockWish(orderId)).toEqual({ ok: true, value: false });
    expect(await wishForStock(id, true)).toMatchObject({ ok: true });
    expect(await wishForStock(id, false)).toMatchObject({ ok: true });
    expect(shop.calls).toEqual([
      ['avisarme', { p_producto: id, p_quiero: true }],
      ['avisarme', { p_producto: id, p_quiero: false }],
    ]);
  });

  it('is an error in an outage', async () => {
    shop.tables.avisos_existencias = away;
    expect(await readStockWish(id)).toEqual({ ok: false, error: 'unavailable' });
    expect(shop.log).toEqual([
      [expect.objectContaining({ error: 'stock wish query failed: away' }), expect.any(String)],
    ]);
  });
});

const writes = {
  abrir_solicitud: () => openRequest(request),
  responder_solicitud: () => answerRequest({ id, text }),
  cerrar_solicitud: () => closeRequest(id),
  apoyar_reembolso: () => supportRefund(id),
  decidir_reembolso: () => decideRefund(decision),
  cancelar_compra: () => cancelPurchase(id),
  retirar_regalo: () => takeBackGift(id),
  avisarme: () => wishForStock(id, true),
};
type Write = keyof typeof writes;
const notPaidBack = ['ya_pedido', 'ya_reembolsado', 'no_reembolsable'];
const refusals: Record<Write, string[]> = {
  abrir_solicitud: ['no_existe', 'texto_no_valido', 'sin_creador', 'es_suyo', 'sin_reembolso', 'ya_abierta'],
  responder_solicitud: ['no_existe', 'texto_no_valido', 'cerrada'],
  cerrar_solicitud: ['no_existe', 'sin_decidir'],
  apoyar_reembolso: ['no_existe'],
  decidir_reembolso: [
    ...['no_existe', 'texto_no_valido', 'importe_no_valido', 'es_suya', 'ya_decidida', 'cerrada', 'pago_no_existe'],
    ...notPaidBack,
  ],
  cancelar_compra: ['no_existe', 'no_cancelable', ...notPaidBack],
  retirar_regalo: ['no_existe', 'no_cancelable', ...notPaidBack],
  avisarme: ['no_existe', 'disponible'],
};
const each = (Object.keys(writes) as Write[]).flatMap((name) => refusals[name].map((code) => [name, code] as const));

it.each(each)('%s that is refused with %s says so, pays nothing back and writes no mail', async (name, code) => {
  shop.me = person('admin');
  shop.answers[name] = refusal(code);
  expect(await writes[name]()).toEqual({ ok: false, error: code });
  expect(carryOutRefund).not.toHaveBeenCalled();
  expect(shop.after).toEqual([]);
});

it.each(Object.keys(writes) as Write[])('%s needs a sign-in', async (name) => {
  shop.me = null;
  expect(await writes[name]()).toMatchObject({ error: 'notSignedIn' });
  expect(shop.calls).toEqual([]);
});
