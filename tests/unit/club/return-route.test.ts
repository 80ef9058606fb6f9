import { beforeEach, expect, test, vi } from 'vitest';
import { GET } from '@/app/api/club-return/route';

const at = vi.hoisted(() => ({ session: null as object | null, refresh: vi.fn() }));
vi.mock('@/lib/account/server', () => ({ getMe: async () => ({ id: 'ana' }) }));
vi.mock('@/lib/club/refresh', () => ({ refreshSubscription: at.refresh }));
vi.mock('@/lib/core/http/see-other', () => ({
  seeOther: (to: string) => new Response(null, { status: 303, headers: { location: to } }),
}));
vi.mock('@/lib/core/log', () => ({ log: { error: () => undefined } }));
vi.mock('@/lib/payments/stripe/sessions', () => ({
  findSession: async () => {
    if (!at.session) throw new Error('Stripe does not answer');
    return at.session;
  },
}));

const session = (change: object = {}) => ({
  status: 'complete',
  metadata: { club_user_id: 'ana' },
  subscription: 'sub_1',
  ...change,
});
beforeEach(() => void at.refresh.mockReset());

const plain = '/profile/club';
const waiting = '/profile/club?pago=en-camino';
test.each([
  ['a membership', session(), plain, 1],
  ['the page of somebody else', session({ metadata: { club_user_id: 'ben' } }), plain, 0],
  ['a page that was not paid', session({ status: 'open', subscription: null }), plain, 0],
  ['a paid page without a subscription yet', session({ subscription: null }), waiting, 0],
  ['silence of Stripe', null, waiting, 0],
])(
  'who returns with %s is sent to the Club, and told if the payment is on its way',
  async (_what, found, path, refreshed) => {
    at.session = found;
    const answer = await GET(new Request('http://localhost/api/club-return?session_id=cs_test_a1B2c3D4e5F6g7H8'));
    expect(answer.headers.get('location')).toBe(path);
    expect(at.refresh).toHaveBeenCalledTimes(refreshed);
  },
);

test('who has paid while Stripe does not answer about the membership is told so', async () => {
  at.session = session();
  at.refresh.mockRejectedValue(new Error('Stripe does not answer'));
  const answer = await GET(new Request('http://localhost/api/club-return?session_id=cs_test_a1B2c3D4e5F6g7H8'));
  expect(answer.headers.get('location')).toBe(waiting);
});
