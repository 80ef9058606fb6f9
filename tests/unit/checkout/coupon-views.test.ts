import { beforeEach, expect, test, vi } from 'vitest';

const shop = vi.hoisted(() => ({ callRpc: vi.fn(), takeAttempt: vi.fn(async () => 60) }));
vi.mock('@/lib/core/action/rpc', () => ({ callRpc: shop.callRpc, readRpc: async () => 'p1' }));
vi.mock('@/lib/core/limits', () => ({ takeAttempt: shop.takeAttempt }));
vi.mock('@/lib/core/supabase/server', () => ({
  createRequestClient: async () => null,
  createPublicClient: () => null,
}));
const { quoteBasket } = await import('@/lib/checkout/server');
const { quoteCheckout } = await import('@/lib/checkout/quote-methods');

const basket = { selection: { producto: 'mapa', edicion: null, bundle: null }, coupon: 'TORRE10', recipient: null };
const quote = { totalCents: 900 };
const answer = (name: string, ok: boolean, error: string) => {
  const one = ok ? { ok, value: quote } : { ok, error };
  return name === 'pagina_de_pago'
    ? { ok: true, value: { cotizaciones: { tarjeta: one }, minecraft_name: null } }
    : one;
};
beforeEach(() => shop.callRpc.mockReset());

// The database counts wrong codes, and gives back the attempts of valid ones.
test.each([
  ['the cart', quoteBasket],
  ['the checkout', quoteCheckout],
])('views of %s with a valid coupon do not count as attempts', async (_page, read) => {
  shop.callRpc.mockImplementation(async (_client, name) => answer(name, true, ''));
  expect(await read(basket)).toMatchObject({ quote: { ok: true, value: quote }, basket, couponRefused: false });
  expect(shop.takeAttempt).not.toHaveBeenCalled();
});

test.each([
  ['the cart', quoteBasket],
  ['the checkout', quoteCheckout],
])('%s asks to wait after too many wrong coupons, and keeps the coupon', async (_page, read) => {
  shop.callRpc.mockImplementation(async (_client, name) => answer(name, false, 'demasiados_intentos'));
  expect(await read(basket)).toMatchObject({
    quote: { ok: false, error: 'demasiados_intentos' },
    basket,
    couponRefused: false,
  });
});
