import { beforeEach, expect, test, vi } from 'vitest';
import { emptyDraft } from '@/lib/publish/types';

const [ana, ben] = ['0b8f3c0e-2f0a-4c55-9a43-6d3a7c1f9e21', '1c8f3c0e-2f0a-4c55-9a43-6d3a7c1f9e22'];
const shop = vi.hoisted(() => ({ me: '', done: vi.fn() }));
const nothing = () => undefined;
vi.mock('next/cache', () => ({ refresh: nothing, revalidatePath: nothing, revalidateTag: nothing }));
vi.mock('next/headers', () => ({ headers: async () => new Headers() }));
vi.mock('next/server', () => ({ after: nothing }));

vi.mock('@/lib/account/server', () => ({ getMe: async () => ({ id: shop.me, role: 'user' }) }));
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
vi.mock('@/lib/core/action/rpc', () => ({
  callRpc: shop.done,
  messageOf: String,
  toJson: (value: unknown) => value,
  logFailure: () => () => undefined,
}));
vi.mock('@/lib/core/env', () => ({ env: () => ({ SITE_URL: 'http://localhost', SUPABASE_URL: 'http://localhost' }) }));
vi.mock('@/lib/core/i18n/server', () => ({ requestLocale: async () => 'es' }));
vi.mock('@/lib/core/limits', () => ({ takeAttempt: async () => 0 }));
vi.mock('@/lib/core/security/visitor', () => ({ clientAddress: () => '192.0.2.1' }));
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

const modules: object[] = await Promise.all([
  import('@/lib/api/action'),
  import('@/lib/checkout/action'),
  import('@/lib/club/action'),
  import('@/lib/creators/action'),
  import('@/lib/hooks/action'),
  import('@/lib/orders/gifts/action'),
  import('@/lib/publish/action'),
  import('@/lib/publish/posts/action'),
  import('@/lib/servers/action'),
  import('@/lib/vouchers/codes/action'),
]);
const { PUT } = await import('@/app/api/product-draft/route');
const { startRoute } = await import('@/lib/checkout/provider-route');
const { purchaseInput } = await import('@/lib/checkout/schema');
const { answerClubRequest } = await import('@/lib/club/route');

const actions: Record<string, (...args: unknown[]) => Promise<unknown>> = Object.assign({}, ...modules);

beforeEach(() => {
  shop.me = ben;
  shop.done.mockReset().mockResolvedValue({ ok: true, value: { id: 'p', url: '/pay' } });
});

const purchase = { producto: 'mapa' };
const cover = { url: '/default-cover.webp', width: 720, height: 960, blur: null };
const draft = {
  ...emptyDraft,
  name: 'Faro',
  slug: 'faro',
  price: '5',
  category: 'plugin' as const,
  cover,
  downloadable: false,
};
const post = { id: null, version: null, title: 'Novedades', text: '<p>Hola</p>', audience: 'publico', productId: null };
const withdrawal = { email: 'ana@paypal.example', amount: '5,00', attempt: ana };

// Ben has signed in in another tab of the browser in which Ana's page is open.
test.each<[name: string, ...args: unknown[]]>([
  ['claimPurchase', { ...purchase, persona: ana }],
  ['payWithCoins', { ...purchase, persona: ana }],
  ['claimWithClub', ana, 'jugador_1', ana],
  ['requestWithdrawal', { ...withdrawal, persona: ana }],
  ['collectGift', 'token', 'jugador_1', ana],
  ['redeemCode', 'UN-ABCD-EFGH-JKLM', 'jugador_1', ana],
  ['sendToReview', null, draft, { id: '', version: 0, base: '', persona: ana }],
  ['savePost', { ...post, publish: true, persona: ana }],
  ['createApiKey', { name: 'CI', scopes: ['sales:read'], days: 30, persona: ana }],
  ['addHook', { url: 'https://ana.example/hook', topics: ['sale'], persona: ana }],
  ['addServer', { name: 'Sur', kind: 'agente', identity: 'online', prefix: '', wakeUrl: '', persona: ana }],
])('%s on the page of another person does nothing', async (name, ...args) => {
  const act = () => actions[name]?.(...args);
  expect(await act()).toMatchObject({ ok: false, error: 'otra_persona' });
  expect(shop.done).not.toHaveBeenCalled();
  shop.me = ana;
  await act();
  expect(shop.done).toHaveBeenCalledOnce();
});

const request = (body: object, method = 'POST') =>
  new Request('http://localhost/api', {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

test.each(['tarjeta', 'paypal'] as const)(
  'a payment by %s on the page of another person is not started',
  async (method) => {
    const start = startRoute(method, purchaseInput);
    expect(await (await start(request({ ...purchase, persona: ana }))).json()).toEqual({ error: 'otra_persona' });
    expect(shop.done).not.toHaveBeenCalled();
    for (const own of [{ persona: ben }, {}])
      expect(await (await start(request({ ...purchase, ...own }))).json()).toHaveProperty('id');
  },
);

test('a draft on the page of another person is not stored', async () => {
  const save = (persona: string) =>
    PUT(request({ id: ana, productId: null, version: 0, content: { draft, base: '' }, persona }, 'PUT'));
  expect((await save(ana)).status).toBe(401);
  expect(shop.done).not.toHaveBeenCalled();
  expect((await save(ben)).status).toBe(200);
});

test('a request about the Club on the page of another person does nothing', async () => {
  const ask = async (body: object) => (await answerClubRequest(request(body), 'fallo', shop.done)).json();
  expect(await ask({ plan: 'yearly', persona: ana })).toEqual({ error: 'otra_persona' });
  expect(shop.done).not.toHaveBeenCalled();
  for (const own of [{ persona: ben }, {}]) expect(await ask({ plan: 'yearly', ...own })).toHaveProperty('ok', true);
});
