import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fail, succeed } from '@/lib/core/action/result';
import { client, database } from './database.ts';

const [readRpc, takePaymentEvent] = vi.hoisted(() => [vi.fn(), vi.fn()]);
const provider = vi.hoisted(() => ({ lookUp: vi.fn(), isOwnError: vi.fn(), closePage: vi.fn(), forgetsAfterMs: null }));
vi.mock('@/lib/core/action/rpc', async (original) => ({ ...(await original<object>()), readRpc }));
vi.mock('@/lib/core/supabase/admin', () => ({ createAdminClient: () => client }));
vi.mock('@/lib/core/log', () => ({ log: { warn: () => undefined, error: () => undefined } }));
vi.mock('@/lib/payments/take-payment-event', () => ({ takePaymentEvent }));
vi.mock('@/lib/payments/providers', () => {
  const paypal = { ...provider, forgetsAfterMs: 3_600_000 * 24 };
  return {
    providerOf: (name: string) => (name === 'uncoins' ? undefined : provider),
    pageProvider: { stripe: provider, paypal },
  };
});
const { verifyPayment } = await import('@/lib/payments/verify');
const { reconcilePayments } = await import('@/lib/payments/reconcile');

beforeEach(() => {
  for (const mock of [readRpc, takePaymentEvent, provider.lookUp, provider.isOwnError, provider.closePage])
    mock.mockReset();
  Object.assign(database, { rows: [], filters: [] });
  takePaymentEvent.mockResolvedValue(succeed({ deliveredNow: true }));
});

const paid = { kind: 'paid', provider: 'stripe', reference: 'cs_1', paymentId: 'pago-1' };

describe('a buyer who asks about their payment', () => {
  const row = {
    id: 'pago-1',
    user_id: 'ana',
    destinatario_id: 'ana',
    estado: 'creado',
    total_centimos: '999',
    presupuesto: { nombre: 'Mapa' },
    motivo_no_entregado: null,
    pendiente_at: null,
    productos: { nombre: 'Mapa', nombre_en: 'Map' },
    bundles: null,
    adquisiciones: [],
  };
  const delivered = { ...row, estado: 'entregado', adquisiciones: [{ id: 'order-1' }] };
  const ask = (rows: object[], change: object = {}) => {
    database.rows = rows;
    const request = { userId: 'ana', locale: 'en', provider: 'stripe', reference: 'cs_1', ...change };
    return verifyPayment(client as never, request as Parameters<typeof verifyPayment>[1]);
  };

  test('gets the stored state of a settled one, without a call to the provider', async () => {
    expect(await ask([delivered])).toEqual({
      paymentId: 'pago-1',
      estado: 'entregado',
      name: 'Map',
      totalCents: 999,
      isRecharge: false,
      orderIds: ['order-1'],
      reason: null,
      gift: null,
      isSlow: false,
    });
    for (const estado of ['reembolsado', 'en_disputa'])
      expect(await ask([{ ...row, estado }])).toMatchObject({ estado });
    const goingBack = { ...row, estado: 'pagado', motivo_no_entregado: 'sin_stock' };
    expect(await ask([goingBack])).toMatchObject({ estado: 'pagado', reason: 'sin_stock' });
    expect(provider.lookUp).not.toHaveBeenCalled();
    expect(database.filters).toEqual(
      expect.arrayContaining([
        ['eq', 'user_id', 'ana'],
        ['eq', 'proveedor', 'stripe'],
        ['eq', 'referencia', 'cs_1'],
      ]),
    );
  });

  test('finds no payment of others', async () => {
    expect(await ask([])).toMatchObject({ estado: 'no_existe', paymentId: null, orderIds: [] });
    expect(provider.lookUp).not.toHaveBeenCalled();
  });

  test.each([
    ['es', row, 'Mapa'],
    ['en', row, 'Map'],
    ['en', { ...row, productos: null, bundles: { nombre: 'Lote', nombre_en: 'Lot' } }, 'Lot'],
    ['en', { ...row, productos: { nombre: 'Mapa nuevo', nombre_en: null } }, 'Mapa nuevo'],
    ['es', { ...row, productos: { nombre: 'Mapa nuevo', nombre_en: 'Map' } }, 'Mapa nuevo'],
  ])('reads the product’s name in %s', async (locale, known, name) => {
    provider.lookUp.mockResolvedValue('unpaid');
    expect(await ask([known], { locale })).toMatchObject({ name });
  });

  test.each([
    ['unpaid', 'no_pagado'],
    ['declined', 'rechazado'],
    ['unknown', 'no_existe'],
    ['review', 'revision'],
  ])('is told that it is %s: %s', async (answer, estado) => {
    provider.lookUp.mockResolvedValue(answer);
    expect(await ask([row])).toMatchObject({ estado, paymentId: 'pago-1', isSlow: false });
    expect(takePaymentEvent).not.toHaveBeenCalled();
  });

  test('is told that the money is being processed, and that this is slow once the payment is pending', async () => {
    provider.lookUp.mockResolvedValue('processing');
    const onItsWay = { ...row, pendiente_at: '2026-11-01T10:00:00Z' };
    expect(await ask([row, onItsWay])).toMatchObject({ estado: 'procesando', isSlow: true });
  });

  test('gets it delivered if it is paid', async () => {
    provider.lookUp.mockResolvedValue(paid);
    expect(await ask([row, delivered])).toMatchObject({ estado: 'entregado', orderIds: ['order-1'] });
    expect(takePaymentEvent.mock.calls).toEqual([[paid]]);
    // One that was paid, but whose delivery was interrupted.
    expect(await ask([{ ...row, estado: 'pagado' }, delivered])).toMatchObject({ estado: 'entregado' });
  });

  test('is told why it cannot be delivered, or that it is under review', async () => {
    provider.lookUp.mockResolvedValue(paid);
    takePaymentEvent.mockResolvedValue(fail('ya_lo_tienes'));
    const refused = { ...row, estado: 'pagado', motivo_no_entregado: 'ya_lo_tienes' };
    expect(await ask([row, refused])).toMatchObject({ estado: 'pagado', reason: 'ya_lo_tienes' });
    expect(await ask([row, row])).toMatchObject({ estado: 'revision', reason: null });
  });

  test('is not told that a settled one is slow', async () => {
    const pendiente_at = '2026-11-01T10:00:00Z';
    expect(await ask([{ ...delivered, pendiente_at }])).toMatchObject({ estado: 'entregado', isSlow: false });
  });

  test('gets the provider’s state and the reason of a closed one', async () => {
    provider.lookUp.mockResolvedValue('unpaid');
    const closed = { ...row, estado: 'caducado', motivo_no_entregado: 'sin_stock' };
    expect(await ask([closed])).toMatchObject({ estado: 'no_pagado', reason: 'sin_stock' });
  });

  test.each([
    ['their friend owns it', 'luis', [{ display_name: 'Luis' }], 'ya_lo_tiene', 'Luis'],
    ['nobody has collected it', null, [], 'ya_lo_tiene', ''],
    ['they own it', 'ana', [], 'ya_lo_tienes', undefined],
  ])('is told why it goes back if %s', async (_what, destinatario_id, person, reason, recipient) => {
    const known = { ...row, estado: 'pagado', destinatario_id, motivo_no_entregado: 'ya_lo_tienes' };
    const gift = { fecha_entrega: null, entregado_at: null };
    const state = await ask([known, gift, ...person]);
    expect([state.estado, state.reason, state.gift?.recipient]).toEqual(['pagado', reason, recipient]);
  });

  test('is told if the provider does not answer, but faults of the shop are errors', async () => {
    provider.lookUp.mockRejectedValue(new Error('away'));
    provider.isOwnError.mockReturnValueOnce(true).mockReturnValue(false);
    expect(await ask([row])).toMatchObject({ estado: 'sin_respuesta', paymentId: 'pago-1' });
    await expect(ask([row])).rejects.toThrow('away');
    expect(await ask([row], { provider: 'uncoins' })).toMatchObject({ estado: 'no_existe' });
  });
});

describe('the job that settles open payments', () => {
  const now = Date.parse('2026-11-05T12:00:00Z');
  const hour = 3_600_000;
  const payment = (id: string, ageMs = 60_000, change: object = {}) => ({
    id,
    proveedor: 'stripe',
    referencia: `cs_${id}`,
    created_at: new Date(now - ageMs).toISOString(),
    pendiente_at: null,
    ...change,
  });
  const cases = () =>
    readRpc.mock.calls.flatMap(([, name, given]) => {
      if (name !== 'abrir_caso') return [];
      const { p_tipo, p_clave, p_pago, p_datos } = given;
      // One case for each payment, however often the job finds it.
      expect([p_tipo, p_clave]).toEqual(['sin_aclarar', `sin_aclarar:${p_pago}`]);
      return [[p_pago, p_datos.motivo]];
    });
  let again: object[] = [];
  const run = (...rows: object[]) => {
    database.rows = [rows];
    return reconcilePayments();
  };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now });
    again = [];
    readRpc.mockImplementation(
      async (_client, name: string) =>
        ({ pagos_sin_objeto: [], pagos_aprobados_de_nuevo: again, caducar_pagos_sin_referencia: 2 })[name],
    );
  });
  afterEach(() => void vi.useRealTimers());

  test('delivers paid payments, closes ended ones, and counts both', async () => {
    provider.lookUp.mockImplementation(async (reference) =>
      reference === 'cs_paid' ? paid : { ...paid, kind: 'closed', state: 'caducado' },
    );
    takePaymentEvent.mockImplementation(async ({ kind }) => succeed({ deliveredNow: kind === 'paid' }));
    again = [payment('again')];
    expect(await run(payment('paid'), payment('ended'))).toEqual({ checked: 3, delivered: 1, closed: 4, failed: 0 });
  });

  test('counts an earlier delivery as nothing, and a refusal as a failure', async () => {
    provider.lookUp.mockResolvedValue(paid);
    takePaymentEvent
      .mockResolvedValueOnce(succeed({ deliveredNow: false }))
      .mockResolvedValueOnce(fail('importe_no_coincide'));
    takePaymentEvent.mockResolvedValue(succeed({ deliveredNow: false }));
    expect(await run(payment('a'), payment('b'), payment('c'))).toEqual({
      checked: 3,
      delivered: 0,
      closed: 2,
      failed: 1,
    });
  });

  test.each([
    ['unpaid', 90 * 24 * hour, false],
    ['declined', 90 * 24 * hour, false],
    ['review', hour - 1, false],
    ['review', hour, true],
    ['unknown', hour, true],
    ['processing', hour, true],
  ])('opens a case for a payment that is %s after %i ms: %s', async (answer, age, opens) => {
    provider.lookUp.mockResolvedValue(answer);
    expect(await run(payment('a', age))).toEqual({ checked: 1, delivered: 0, closed: 2, failed: 0 });
    expect(cases()).toEqual(opens ? [['a', answer]] : []);
  });

  test('waits three days for a held bank debit', async () => {
    provider.lookUp.mockResolvedValue('processing');
    const onItsWay = { pendiente_at: new Date(now).toISOString() };
    await run(payment('young', 72 * hour - 1, onItsWay), payment('old', 72 * hour, onItsWay));
    expect(cases()).toEqual([['old', 'processing']]);
    readRpc.mockClear();
    provider.lookUp.mockResolvedValue('review');
    await run(payment('young', hour, onItsWay));
    expect(cases()).toEqual([['young', 'review']]);
  });

  test('closes a payment that its provider has forgotten, and opens a case if the provider never forgets', async () => {
    provider.lookUp.mockResolvedValue('unknown');
    const payPal = { proveedor: 'paypal' };
    await run(payment('old', 24 * hour + 1, payPal), payment('young', 24 * hour, payPal), payment('card', 48 * hour));
    expect(takePaymentEvent.mock.calls).toEqual([
      [{ kind: 'closed', state: 'caducado', provider: 'paypal', reference: 'cs_old', paymentId: 'old' }],
    ]);
    expect(cases()).toEqual([
      ['young', 'unknown'],
      ['card', 'unknown'],
    ]);
  });

  test.each([
    ['processing', [['old', 'processing']]],
    ['unpaid', []],
  ])('does not close an old order that is %s at its provider', async (answer, opened) => {
    provider.lookUp.mockResolvedValue(answer);
    await run(payment('old', 24 * hour + 1, { proveedor: 'paypal' }));
    expect([takePaymentEvent.mock.calls, cases()]).toEqual([[], opened]);
  });

  test('continues if a case cannot be opened', async () => {
    provider.lookUp.mockResolvedValue('review');
    const answer = readRpc.getMockImplementation();
    readRpc.mockImplementation(async (...given) => {
      if (given[1] === 'abrir_caso') throw new Error('no answer');
      return answer?.(...given);
    });
    expect(await run(payment('a', hour), payment('b', hour))).toMatchObject({ checked: 2, failed: 0 });
  });

  test('asks for the payments of a provider that have a page, and whose goods are still due', async () => {
    await run();
    expect(database.filters).toEqual([
      ['from', 'pagos'],
      ['select', 'id,proveedor,referencia,created_at,pendiente_at'],
      ['in', 'estado', ['creado', 'pagado']],
      ['in', 'proveedor', ['stripe', 'paypal']],
      ['not', 'referencia', 'is', null],
      ['or', 'estado.eq.creado,motivo_no_entregado.is.null'],
      ['order', 'created_at'],
      ['order', 'id'],
      ['limit', 100],
    ]);
  });

  test('closes the pages of unavailable goods, and records payments that were made before', async () => {
    const pages = ['closed', 'paid', 'pending', 'gone', 'away'].map((name) => ({
      proveedor: 'stripe',
      referencia: `cs_${name}`,
    }));
    const answer = readRpc.getMockImplementation();
    readRpc.mockImplementation(async (...given) => (given[1] === 'pagos_sin_objeto' ? pages : answer?.(...given)));
    const ended = { ...paid, kind: 'closed', state: 'caducado' };
    provider.closePage.mockImplementation(async (reference) => {
      if (reference === 'cs_away') throw new Error('no answer');
      return { cs_closed: ended, cs_paid: paid, cs_pending: 'pending' }[reference as string] ?? null;
    });
    expect(await run()).toMatchObject({ checked: 0, failed: 0 });
    expect(provider.closePage.mock.calls).toEqual(pages.map(({ referencia }) => [referencia]));
    expect(takePaymentEvent.mock.calls).toEqual([[ended], [paid]]);
  });

  test('closes the cases of payments that are clear again', async () => {
    provider.lookUp.mockImplementation(async (reference) => (reference === 'cs_lost' ? 'unknown' : 'unpaid'));
    await run(payment('lost', hour), payment('open', hour));
    const closed = readRpc.mock.calls.filter(([, name]) => name === 'aclarar_pagos').map(([, , given]) => given);
    expect(closed).toEqual([{ p_pagos: ['open'] }]);
  });

  test('continues if one cannot be looked up, and records that it has no answer', async () => {
    provider.lookUp.mockImplementation(async (reference) => {
      if (reference !== 'cs_paid') throw new Error('away');
      return paid;
    });
    expect(await run(payment('young'), payment('old', hour), payment('paid'))).toMatchObject({
      checked: 3,
      delivered: 1,
      failed: 2,
    });
    const silent = readRpc.mock.calls.filter(([, name]) => name === 'anotar_sin_respuesta').map(([, , given]) => given);
    expect(silent).toEqual([{ p_pago: 'young' }, { p_pago: 'old' }]);
    expect(cases()).toEqual([]);
  });

  test('reads all pages, each after the last row of the previous one', async () => {
    provider.lookUp.mockResolvedValue('unpaid');
    const first = Array.from({ length: 100 }, (_, at) => payment(`p-${at}`));
    database.rows = [first, [payment('last')]];
    expect(await reconcilePayments()).toMatchObject({ checked: 101 });
    const { id, created_at } = first.at(-1) ?? {};
    expect(database.filters).toContainEqual([
      'or',
      `created_at.gt."${created_at}",and(created_at.eq."${created_at}",id.gt.${id})`,
    ]);
  });
});
