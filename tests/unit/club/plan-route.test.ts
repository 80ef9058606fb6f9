import { expect, test, vi } from 'vitest';

vi.mock('@/lib/club/route', () => ({
  answerClubRequest: async (
    request: Request,
    _code: string,
    answer: (me: object, locale: string, body: unknown) => unknown,
  ) => Response.json(await answer({ id: 'u1' }, 'en', await request.json())),
  namedSubscriptions: async () => [],
}));
vi.mock('@/lib/club/plan-change', () => ({
  offerPlan: async (who: string, plan: string, locale: string) => ({ offer: `${who} ${plan} ${locale}` }),
  dropPlan: async () => 'yearly',
  takePlan: async (_who: string, offer: string, locale: string) =>
    offer.startsWith('0') && locale === 'en' ? { url: 'https://pay.test' } : { plan: 'monthly' },
}));
vi.mock('next-intl/server', () => ({
  getTranslations:
    async ({ locale }: { locale: string }) =>
    (key: string) =>
      `${locale}:${key}`,
}));
const { POST } = await import('@/app/api/club-plan/route');

test.each([
  [{ plan: 'yearly' }, { offer: 'u1 yearly en' }],
  [{ plan: 'yearly', persona: '0b8f3c0e-2f0a-4c55-9a43-6d3a7c1f9e21' }, { offer: 'u1 yearly en' }],
  [{ drop: true }, { message: 'en:yearly.kept' }],
  [{ offer: '1b8f3c0e-2f0a-4c55-9a43-6d3a7c1f9e21' }, { message: 'en:monthly.done' }],
  [{ offer: '0b8f3c0e-2f0a-4c55-9a43-6d3a7c1f9e21' }, { url: 'https://pay.test' }],
  [{}, 'datos_no_validos'],
])('the change of a plan by %j is answered with what became of it', async (body, answer) => {
  const request = new Request('http://localhost/api/club-plan', { method: 'POST', body: JSON.stringify(body) });
  expect(await (await POST(request)).json()).toEqual(answer);
});
