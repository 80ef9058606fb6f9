import { beforeEach, expect, test, vi } from 'vitest';
import type { z } from 'zod';

const [ana, ben] = ['0b8f3c0e-2f0a-4c55-9a43-6d3a7c1f9e21', '1c8f3c0e-2f0a-4c55-9a43-6d3a7c1f9e22'];
type Spec = {
  input: z.ZodType;
  toInput?: (...args: unknown[]) => unknown;
  run: (input: unknown, me: unknown) => unknown;
};
const shop = vi.hoisted(() => ({ specs: new Map<string, unknown>(), done: vi.fn() }));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

vi.mock('@/lib/account/define-action', () => ({
  defineAction: (name: string, spec: unknown) => void shop.specs.set(name, spec),
}));
vi.mock('@/lib/account/server', () => ({ getMe: async () => ({ id: ben, role: 'user' }) }));
vi.mock('@/lib/checkout/answer', () => ({
  inWords: () => undefined,
  refusalOfFields: () => 'datos_no_validos',
  refusalResponse: async (error: string) => Response.json({ error }),
}));
vi.mock('@/lib/checkout/pay-at-once', () => ({ claimFree: shop.done, payInCoins: shop.done }));
vi.mock('@/lib/checkout/start-payment', () => ({ endPath: () => '/success', startPayment: shop.done }));
vi.mock('@/lib/checkout/server', () => ({}));
vi.mock('@/lib/checkout/close-pages', () => ({}));
vi.mock('@/lib/club/server', () => ({ findOwnSubscriptions: shop.done }));
vi.mock('@/lib/core/action/rpc', () => ({ callRpc: shop.done, messageOf: String, logFailure: () => () => undefined }));
vi.mock('@/lib/core/i18n/server', () => ({ requestLocale: async () => 'es' }));
vi.mock('@/lib/core/limits', () => ({ takeAttempt: async () => 0 }));
vi.mock('@/lib/core/security/origin', () => ({ isOwnOrigin: () => true }));
vi.mock('@/lib/core/supabase/server', () => ({
  createRequestClient: async () => ({ auth: { getUser: async () => ({ data: { user: null } }) } }),
}));
vi.mock('@/lib/payments/providers', () => ({ pageProvider: {} }));
vi.mock('@/lib/payments/stripe/client', () => ({ isStripeError: () => false }));
vi.mock('@/lib/mail/server', () => ({ sendPendingMails: () => undefined }));
vi.mock('@/lib/servers/wake', () => ({ wakeServers: () => undefined }));
vi.mock('@/lib/status/switches', () => ({ isClosed: async () => false }));
vi.mock('@/lib/checkout/gifts/link', () => ({}));

await Promise.all([
  import('@/lib/checkout/action'),
  import('@/lib/club/action'),
  import('@/lib/creators/action'),
  import('@/lib/orders/gifts/action'),
  import('@/lib/vouchers/codes/action'),
]);
const { startRoute } = await import('@/lib/checkout/provider-route');
const { purchaseInput } = await import('@/lib/checkout/schema');
const { answerClubRequest } = await import('@/lib/club/route');

beforeEach(() => void shop.done.mockReset().mockResolvedValue({ ok: true, value: { id: 'p', url: '/pay' } }));

const purchase = { producto: 'mapa' };
const withdrawal = { email: 'ana@paypal.example', amount: '5,00', attempt: ana };

// Ben has signed in in another tab of the browser in which Ana's page is open.
test.each<[name: string, ...args: unknown[]]>([
  ['claimPurchase', { ...purchase, persona: ana }],
  ['payWithCoins', { ...purchase, persona: ana }],
  ['claimWithClub', ana, 'jugador_1', ana],
  ['requestWithdrawal', { ...withdrawal, persona: ana }],
  ['collectGift', 'token', 'jugador_1', ana],
  ['redeemCode', 'UN-ABCD-EFGH-JKLM', 'jugador_1', ana],
])('%s on the page of another person does nothing', async (name, ...args) => {
  const { input, run, toInput = (first) => first } = shop.specs.get(name) as Spec;
  const parsed = input.parse(toInput(...args));
  expect(await run(parsed, { id: ben, role: 'user' })).toMatchObject({ ok: false, error: 'otra_persona' });
  expect(shop.done).not.toHaveBeenCalled();
  await run(parsed, { id: ana, role: 'user' });
  expect(shop.done).toHaveBeenCalledOnce();
});

const post = (body: object) =>
  new Request('http://localhost/api', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

test.each(['tarjeta', 'paypal'] as const)(
  'a payment by %s on the page of another person is not started',
  async (method) => {
    const start = startRoute(method, purchaseInput);
    expect(await (await start(post({ ...purchase, persona: ana }))).json()).toEqual({ error: 'otra_persona' });
    expect(shop.done).not.toHaveBeenCalled();
    for (const own of [{ persona: ben }, {}])
      expect(await (await start(post({ ...purchase, ...own }))).json()).toHaveProperty('id');
  },
);

test('a request about the Club on the page of another person does nothing', async () => {
  const ask = async (body: object) => (await answerClubRequest(post(body), 'fallo', shop.done)).json();
  expect(await ask({ plan: 'yearly', persona: ana })).toEqual({ error: 'otra_persona' });
  expect(shop.done).not.toHaveBeenCalled();
  for (const own of [{ persona: ben }, {}]) expect(await ask({ plan: 'yearly', ...own })).toHaveProperty('ok', true);
});
