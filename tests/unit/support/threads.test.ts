import { beforeEach, describe, expect, it } from 'vitest';
import { mayAskRefund, refundRules, threadPath } from '@/lib/support/types';
import { away, openShop, refusal, shop } from '../shop-stub.ts';

const { getPurchaseHelp, getThread, listRequests } = await import('@/lib/support/server');

const id = '00000000-0000-4000-8000-000000000001';
const other = '00000000-0000-4000-8000-000000000002';
const request = {
  id,
  para: 'tienda',
  tipo: 'reembolso',
  motivo: 'no_funciona',
  estado: 'abierta',
  decision: null,
  creador_de_acuerdo: true,
  created_at: '2026-11-20T10:00:00Z',
  nombre: 'Torre',
  nombre_en: 'Tower',
};

beforeEach(() => void openShop());

describe('the list of threads', () => {
  const row = (change: object = {}) => ({
    ...request,
    updated_at: '2026-11-21T10:00:00Z',
    cliente: 'Luis',
    ultimo: 'No arranca',
    de: 'cliente',
    ...change,
  });
  const listed = (rows: object[]) => {
    shop.answers.listar_solicitudes = { solicitudes: rows };
  };
  const shown = {
    id,
    to: 'tienda',
    kind: 'reembolso',
    state: 'abierta',
    decision: null,
    creatorAgrees: true,
    updatedAt: '2026-11-21T10:00:00Z',
    product: 'Torre',
    asker: 'Luis',
    last: 'No arranca',
    lastFrom: 'cliente',
  };

  it('has the asker, the subject and the last author', async () => {
    listed([row()]);
    expect(await listRequests('tienda', 'abierta', 2, 'es')).toEqual({ requests: [shown], hasMore: false });
    const asked = { p_como: 'tienda', p_estado: 'abierta', p_pagina: 2 };
    expect(shop.calls).toEqual([['listar_solicitudes', asked]]);
  });

  it.each([
    ['es', 'Tower', 'Torre'],
    ['en', 'Tower', 'Tower'],
    ['en', null, 'Torre'],
    ['en', undefined, 'Torre'],
  ] as const)('names the product in the language of the page (%s, %s)', async (locale, nombre_en, product) => {
    listed([row({ nombre_en })]);
    expect((await listRequests('cliente', null, 0, locale)).requests).toMatchObject([{ product }]);
  });

  it('has threads about no product, and without a message that is left', async () => {
    listed([row({ nombre: null, nombre_en: null, ultimo: null, de: null, cliente: null })]);
    const empty = { product: null, last: '', lastFrom: null, asker: null };
    expect((await listRequests('cliente', null, 0, 'en')).requests).toEqual([{ ...shown, ...empty }]);
  });

  it('has thirty a page', async () => {
    listed(Array(31).fill(row()));
    expect(await listRequests('cliente', null, 0, 'es')).toMatchObject({ requests: { length: 30 }, hasMore: true });
    listed(Array(30).fill(row()));
    expect(await listRequests('cliente', null, 0, 'es')).toMatchObject({ requests: { length: 30 }, hasMore: false });
  });
});

describe('a thread', () => {
  const purchase = {
    pago_id: 'pago-1',
    total_centimos: '499',
    metodo: 'tarjeta',
    entregado_at: '2026-11-19T10:00:00Z',
    regla: 'entregado',
    queda_centimos: '199',
    propuesta_centimos: '99',
    consentimiento_at: null,
    descargas: '3',
  };
  const row = (change: object = {}) => ({
    ...request,
    papel: 'creador',
    pedido_id: 'o-1',
    cliente: 'Luis',
    creador: 'Ana',
    reembolso: 'pedido',
    compra: purchase,
    mensajes: [{ id: '7', de: 'cliente', texto: 'No arranca', created_at: '2026-11-20T10:00:00Z' }],
    ...change,
  });
  const shown = {
    paymentId: 'pago-1',
    totalCents: 499,
    inCoins: false,
    deliveredAt: '2026-11-19T10:00:00Z',
    rule: 'entregado',
    leftCents: 199,
    proposedCents: 99,
    agreedAt: null,
    downloads: 3,
  };

  it('shows its messages, and what was paid', async () => {
    shop.answers.ver_solicitud = row();
    expect(await getThread(id, 'en')).toEqual({
      id,
      part: 'creador',
      to: 'tienda',
      kind: 'reembolso',
      reason: 'no_funciona',
      state: 'abierta',
      decision: null,
      creatorAgrees: true,
      createdAt: '2026-11-20T10:00:00Z',
      product: 'Tower',
      orderId: 'o-1',
      asker: 'Luis',
      creator: 'Ana',
      refundState: 'pedido',
      purchase: shown,
      messages: [{ id: 7, from: 'cliente', text: 'No arranca', at: '2026-11-20T10:00:00Z' }],
    });
    expect(shop.calls).toEqual([['ver_solicitud', { p_solicitud: id }]]);
  });

  it('about a purchase with coins says so, and one without files was downloaded never', async () => {
    shop.answers.ver_solicitud = row({ compra: { ...purchase, metodo: 'uncoins', descargas: null } });
    expect((await getThread(id, 'es'))?.purchase).toEqual({ ...shown, inCoins: true, downloads: 0 });
    shop.answers.ver_solicitud = row({ compra: null });
    expect((await getThread(id, 'es'))?.purchase).toBeNull();
  });

  it('is null for other people, and for a malformed id', async () => {
    shop.answers.ver_solicitud = refusal('no_existe');
    expect(await getThread(id, 'es')).toBeNull();
    expect(await getThread('mine', 'es')).toBeNull();
    expect(shop.calls).toHaveLength(1);
  });

  it('is an error in an outage', async () => {
    shop.answers.ver_solicitud = away;
    await expect(getThread(id, 'es')).rejects.toThrow('ver_solicitud failed: away');
  });
});

describe('help about a purchase', () => {
  const row = {
    regla: 'entregado',
    pago_id: 'pago-1',
    creador: 'Ana',
    solicitudes: [{ id, para: 'creador', tipo: 'pregunta', estado: 'cerrada' }],
    nombre: 'Torre',
    nombre_en: 'Tower',
  };

  it('names whom to ask, and the threads about it', async () => {
    shop.answers.ayuda_de_compra = row;
    expect(await getPurchaseHelp(id, null, 'en')).toEqual({
      rule: 'entregado',
      paymentId: 'pago-1',
      creator: 'Ana',
      product: 'Tower',
      requests: [{ id, to: 'creador', kind: 'pregunta', state: 'cerrada' }],
    });
    await getPurchaseHelp(null, other, 'es');
    expect(shop.calls).toEqual([
      ['ayuda_de_compra', { p_pedido: id, p_pago: null }],
      ['ayuda_de_compra', { p_pedido: null, p_pago: other }],
    ]);
  });

  it('is null for a purchase of other people, and for a malformed id', async () => {
    shop.answers.ayuda_de_compra = null;
    expect(await getPurchaseHelp(id, null, 'es')).toBeNull();
    expect(await getPurchaseHelp('mine', null, 'es')).toBeNull();
    expect(await getPurchaseHelp(id, 'mine', 'es')).toBeNull();
    expect(shop.calls).toHaveLength(1);
  });
});

it('money back can be asked for while the rule of a purchase allows it', () => {
  expect(refundRules.filter(mayAskRefund)).toEqual(['desistimiento', 'uncoins', 'entregado']);
  expect(mayAskRefund(null)).toBe(false);
});

it.each([
  ['cliente', '/profile/help/s-1'],
  ['creador', '/dashboard/help/s-1'],
  ['tienda', '/dashboard-admin/help/s-1'],
] as const)('a thread is opened as %s at %s', (part, path) => expect(threadPath(part, 's-1')).toBe(path));
