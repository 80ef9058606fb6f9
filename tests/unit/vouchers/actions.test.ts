import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ServiceUnavailable } from '@/lib/core/unavailable';
import type { CouponForm } from '@/lib/vouchers/admin-coupons';
import type { OwnCouponForm } from '@/lib/vouchers/own-action';

/** The answers of the database by the function or table that is asked, and what the functions were asked with. */
const shop = vi.hoisted(() => ({
  answers: {} as Record<string, unknown>,
  asked: [] as [string, Record<string, unknown>][],
  filters: [] as unknown[][],
  after: [] as unknown[],
}));

vi.mock('@/lib/account/server', () => {
  const getMe = async () => ({ id: 'me-1', role: 'admin', secondFactor: 'shown' });
  return { getMe, getMeOrBanned: getMe };
});
vi.mock('@/lib/core/limits', () => ({ takeAttempt: async () => 0 }));
vi.mock('@/lib/core/log', () => ({ log: { error: () => undefined } }));
vi.mock('@/lib/core/security/visitor', () => ({ clientAddress: () => '192.0.2.1' }));
vi.mock('@/lib/core/i18n/server', () => ({ requestLocale: async () => 'en' }));
vi.mock('@/lib/mail/server', () => ({ sendPendingMails: () => undefined }));
vi.mock('@/lib/servers/wake', () => ({ wakeServers: () => undefined }));
vi.mock('next/headers', () => ({ headers: async () => new Headers() }));
vi.mock('next/server', () => ({ after: (work: unknown) => shop.after.push(work) }));
vi.mock('next/cache', () => ({ revalidatePath: () => undefined, revalidateTag: () => undefined }));
vi.mock('@/lib/core/supabase/server', () => ({
  createRequestClient: async () => ({
    rpc: async (name: string, given: Record<string, unknown>) => {
      shop.asked.push([name, given]);
      const data = shop.answers[name] ?? { ok: true };
      if (data instanceof Error) throw data;
      return { data, error: null };
    },
    from: (table: string) => {
      const filter = (...given: unknown[]) => {
        shop.filters.push([table, ...given]);
        return chain;
      };
      const chain = {
        select: () => chain,
        eq: filter,
        ilike: filter,
        maybeSingle: async () => ({ data: shop.answers[table] ?? null, error: null }),
      };
      return chain;
    },
  }),
}));

const { deleteCoupon, editCoupon, generateCodes, saveCoupon } = await import('@/lib/vouchers/admin-action');
const { createOwnCoupon, stopOwnCoupon } = await import('@/lib/vouchers/own-action');
const { lookUpCode, redeemCode } = await import('@/lib/vouchers/codes/action');
const { sendPendingMails } = await import('@/lib/mail/server');
const { wakeServers } = await import('@/lib/servers/wake');

const id = '00000000-0000-4000-8000-000000000001';
const refused = (error: string, more = {}) => ({ ok: false, error, ...more });

beforeEach(() => Object.assign(shop, { answers: {}, asked: [], filters: [], after: [] }));

const ofShop: CouponForm = {
  code: 'VERANO',
  scope: 'tienda',
  product: '',
  creator: '',
  category: '',
  percent: '',
  amount: '2,50',
  least: '9.99',
  starts: '2026-11-01',
  expires: '2026-12-31',
  maxUses: '100',
  maxPerPerson: '1',
  firstPurchase: true,
};

describe('a new coupon of the shop', () => {
  it('is saved with amounts in cents', async () => {
    expect(await saveCoupon(ofShop)).toMatchObject({ ok: true });
    expect(shop.asked).toEqual([
      [
        'admin_guardar_cupon',
        {
          p_cupon: null,
          p_codigo: 'VERANO',
          p_producto: null,
          p_porcentaje: null,
          p_caduca_at: '2026-12-31',
          p_usos_max: 100,
          p_usos_por_usuario: 1,
          p_ambito: 'tienda',
          p_vendedor: null,
          p_categoria: null,
          p_centimos: 250,
          p_minimo_centimos: 999,
          p_desde: '2026-11-01',
          p_primera_compra: true,
        },
      ],
    ]);
  });

  it('by percentage has no amount', async () => {
    await saveCoupon({ ...ofShop, amount: '', percent: '15', least: '' });
    expect(shop.asked[0]?.[1]).toMatchObject({ p_porcentaje: 15, p_centimos: null, p_minimo_centimos: null });
  });

  it('finds its product by slug, and its creator by the exact name', async () => {
    shop.answers = { productos: { id: 'p-1' }, usuarios_meta: { id: 'u-1' } };
    await saveCoupon({ ...ofShop, scope: 'producto', product: 'mapa', creator: 'ana_1' });
    await saveCoupon({ ...ofShop, scope: 'creador', product: 'mapa', creator: 'ana_1' });
    expect(shop.filters).toEqual([
      ['productos', 'slug', 'mapa'],
      ['usuarios_meta', 'username', 'ana\\_1'],
    ]);
    expect(shop.asked.map(([, given]) => [given.p_producto, given.p_vendedor])).toEqual([
      ['p-1', null],
      [null, 'u-1'],
    ]);
  });

  it.each([
    ['producto', 'product'],
    ['creador', 'creator'],
  ] as const)('for a missing %s is refused at its field', async (scope, field) => {
    const form = { ...ofShop, scope, product: 'mapa', creator: 'ana' };
    expect(await saveCoupon(form)).toEqual({ ok: false, error: 'invalid', fieldErrors: { [field]: field } });
    expect(shop.asked).toEqual([]);
  });

  it.each([
    ['fechas_no_validas', { error: 'invalid', fieldErrors: { expires: 'dates' } }],
    ['codigo_ocupado', { error: 'codigo_ocupado' }],
    ['datos_no_validos', { error: 'rejected' }],
  ])('refused by the database with %s returns %o', async (code, answer) => {
    shop.answers.admin_guardar_cupon = refused(code);
    expect(await saveCoupon(ofShop)).toEqual({ ok: false, ...answer });
  });
});

describe('a changed coupon of the shop', () => {
  const edit = { base: { amount: '2,50', product: '' }, changes: { amount: '3', product: 'mapa' } };

  it('is saved with its changed columns', async () => {
    expect(await editCoupon({ id, edit })).toMatchObject({ ok: true });
    expect(shop.asked).toEqual([
      ['guardar_cupon', { p_cupon: id, p_base: { importe: 2.5, slug: null }, p_cambios: { importe: 3, slug: 'mapa' } }],
    ]);
  });

  it.each([
    ['producto_no_existe', {}, { error: 'invalid', fieldErrors: { 'edit.product': 'product' } }],
    ['creador_no_existe', {}, { error: 'invalid', fieldErrors: { 'edit.creator': 'creator' } }],
    ['fechas_no_validas', {}, { error: 'invalid', fieldErrors: { 'edit.expires': 'dates' } }],
    ['conflicto', { importe: 4 }, { error: 'conflicto', details: { amount: '4' } }],
    ['codigo_ocupado', {}, { error: 'codigo_ocupado' }],
    ['no_existe', {}, { error: 'no_existe' }],
    ['datos_no_validos', {}, { error: 'rejected' }],
  ])('refused by the database with %s %o returns %o', async (code, details, answer) => {
    shop.answers.guardar_cupon = refused(code, details);
    expect(await editCoupon({ id, edit })).toEqual({ ok: false, ...answer });
  });
});

it('a coupon can be deleted or stopped by its id only', async () => {
  await deleteCoupon(id);
  await stopOwnCoupon(id);
  expect(shop.asked).toEqual([
    ['admin_borrar_cupon', { p_cupon: id }],
    ['parar_cupon', { p_cupon: id }],
  ]);
  expect(await deleteCoupon('x')).toMatchObject({ error: 'no_existe' });
  expect(await stopOwnCoupon('x')).toMatchObject({ error: 'no_existe' });
  shop.answers = { admin_borrar_cupon: refused('no_existe'), parar_cupon: refused('no_existe') };
  expect(await deleteCoupon(id)).toEqual({ ok: false, error: 'no_existe' });
  expect(await stopOwnCoupon(id)).toEqual({ ok: false, error: 'no_existe' });
});

const own: OwnCouponForm = {
  productId: id,
  code: 'OTONO-26',
  kind: 'percent',
  value: ' 25 ',
  least: '',
  from: '',
  to: '',
  maxUses: '',
  maxPerPerson: '',
};

describe('a creator’s coupon', () => {
  it('can be a percentage, without limits if none are set', async () => {
    expect(await createOwnCoupon(own)).toMatchObject({ ok: true });
    expect(shop.asked).toEqual([
      [
        'crear_cupon',
        {
          p_producto: id,
          p_codigo: 'OTONO-26',
          p_porcentaje: 25,
          p_centimos: null,
          p_minimo_centimos: null,
          p_desde: null,
          p_hasta: null,
          p_usos_max: null,
          p_usos_por_usuario: null,
        },
      ],
    ]);
  });

  it('can be an amount, with limits', async () => {
    await createOwnCoupon({
      ...own,
      kind: 'amount',
      value: '1,05',
      least: ' 9.99 ',
      from: '2026-11-01',
      to: '2026-11-30',
      maxUses: ' 100 ',
      maxPerPerson: '1',
    });
    expect(shop.asked[0]?.[1]).toMatchObject({
      p_porcentaje: null,
      p_centimos: 105,
      p_minimo_centimos: 999,
      p_desde: '2026-11-01',
      p_hasta: '2026-11-30',
      p_usos_max: 100,
      p_usos_por_usuario: 1,
    });
  });

  it.each<[Partial<OwnCouponForm>, Record<string, string>]>([
    [{ productId: '' }, { productId: 'what' }],
    [{ code: 'ab' }, { code: 'code' }],
    [{ code: '-abc' }, { code: 'code' }],
    [{ code: 'a'.repeat(41) }, { code: 'code' }],
    [{ code: 'año' }, { code: 'code' }],
    [{ value: '' }, { value: 'percent' }],
    [{ value: '0' }, { value: 'percent' }],
    [{ value: '2,5' }, { value: 'percent' }],
    [{ kind: 'amount', value: 'x' }, { value: 'price' }],
    [{ kind: 'amount', value: '1,234' }, { value: 'price' }],
    [{ least: 'x' }, { least: 'price' }],
    [{ from: '2026-02-30' }, { from: 'dates' }],
    [{ to: 'x' }, { to: 'dates' }],
    [{ maxUses: '0' }, { maxUses: 'count' }],
    [{ maxUses: '1.5' }, { maxUses: 'count' }],
    [{ maxPerPerson: '1234567' }, { maxPerPerson: 'count' }],
  ])('with %o is refused at its field', async (change, fieldErrors) => {
    expect(await createOwnCoupon({ ...own, ...change })).toEqual({ ok: false, error: 'invalid', fieldErrors });
    expect(shop.asked).toEqual([]);
  });

  it.each([
    ['codigo_no_valido', { error: 'invalid', fieldErrors: { code: 'code' } }],
    ['codigo_ocupado', { error: 'invalid', fieldErrors: { code: 'taken' } }],
    ['descuento_excesivo', { error: 'invalid', fieldErrors: { value: 'tooMuch' } }],
    ['fechas_no_validas', { error: 'invalid', fieldErrors: { from: 'dates' } }],
    ['no_existe', { error: 'no_existe' }],
    ['demasiados_cupones', { error: 'demasiados_cupones' }],
    ['cuenta_deshabilitada', { error: 'cuenta_deshabilitada' }],
    ['demasiados_intentos', { error: 'tooMany' }],
  ])('refused by the database with %s returns %o', async (code, answer) => {
    shop.answers.crear_cupon = refused(code);
    expect(await createOwnCoupon(own)).toEqual({ ok: false, ...answer });
  });
});

describe('redeem codes', () => {
  it('are created for a product or one of its editions, and shown', async () => {
    shop.answers.admin_generar_codigos = { ok: true, codigos: ['A', 'B'] };
    expect(await generateCodes({ id, editionId: '', count: '2' })).toEqual({ ok: true, value: ['A', 'B'] });
    await generateCodes({ id, editionId: id, count: 1_000 });
    expect(shop.asked).toEqual([
      ['admin_generar_codigos', { p_producto: id, p_edicion: null, p_cuantos: 2 }],
      ['admin_generar_codigos', { p_producto: id, p_edicion: id, p_cuantos: 1_000 }],
    ]);
  });

  it.each([0, 1_001, 1.5, 'x'])('are not created for the count %s', async (count) => {
    expect(await generateCodes({ id, editionId: '', count })).toMatchObject({ error: 'cantidad_no_valida' });
    expect(shop.asked).toEqual([]);
  });

  const gift = {
    ok: true,
    nombre: 'Mapa',
    nombre_en: 'Map',
    edicion: null,
    edicion_en: null,
    portada_url: '/map.webp',
    portada_blur: null,
  };

  it('show their product in the language of the page', async () => {
    shop.answers.ver_codigo = gift;
    expect(await lookUpCode(' abcd–1234 ')).toEqual({
      ok: true,
      value: { name: 'Map', edition: null, coverUrl: '/map.webp', coverBlur: null },
    });
    expect(shop.asked).toEqual([['ver_codigo', { p_codigo: 'abcd-1234' }]]);
    shop.answers.ver_codigo = { ...gift, nombre_en: null, edicion: 'Oro', edicion_en: 'Gold' };
    expect(await lookUpCode('abcd')).toMatchObject({ value: { name: 'Mapa', edition: 'Gold' } });
  });

  it('without a text or too long are refused with their own messages', async () => {
    expect(await lookUpCode(' \u200b')).toMatchObject({ error: 'vacio' });
    expect(await lookUpCode('A'.repeat(61))).toMatchObject({ error: 'codigo_no_valido' });
    shop.answers.ver_codigo = refused('ya_lo_tienes');
    expect(await lookUpCode('abcd')).toEqual({ ok: false, error: 'ya_lo_tienes' });
  });

  it('are redeemed to an order, its mails are sent, and game servers are woken', async () => {
    shop.answers.canjear_codigo = { ok: true, pedido_id: 'order-1' };
    expect(await redeemCode('abcd', 'jugador_1')).toEqual({ ok: true, value: 'order-1' });
    expect(shop.asked).toEqual([['canjear_codigo', { p_codigo: 'abcd', p_minecraft_name: 'jugador_1' }]]);
    expect(shop.after).toEqual([sendPendingMails, wakeServers]);
  });

  it.each([
    ['an invalid name', 'abcd', 'no name!', 'nombre_minecraft_no_valido'],
    ['no code', '', 'jugador_1', 'codigo_no_valido'],
  ])('are not redeemed with %s', async (_what, code, name, error) => {
    expect(await redeemCode(code, name)).toMatchObject({ ok: false, error });
    expect(shop.asked).toEqual([]);
  });

  it.each([
    ['codigo_no_valido', refused('codigo_no_valido'), 'codigo_no_valido'],
    ['maintenance, of which this server has not heard yet', refused('mantenimiento'), 'closed'],
    ['no response', new ServiceUnavailable('away'), 'sin_respuesta'],
    ['a failure', new Error('broken'), 'fallo'],
  ])('send no mail if the database returns %s', async (_what, answer, error) => {
    shop.answers.canjear_codigo = answer;
    expect(await redeemCode('abcd', 'jugador_1')).toMatchObject({ ok: false, error });
    expect(shop.after).toEqual([]);
  });
});
