// @vitest-environment jsdom
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FeaturedOrder } from '@/components/admin/featured-order-client';
import { MembershipActions } from '@/components/club/membership-actions-client';
import { Assign } from '@/components/moderation/assign-client';
import { CheckAgain } from '@/components/orders/payments/check-again-client';
import { assignRevision } from '@/lib/moderation/action';
import { press, said } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

// Without a connection the router would leave the page for the browser's own error page.

const { action, refresh } = vi.hoisted(() => ({ action: vi.fn(), refresh: vi.fn() }));
vi.mock('@/lib/admin/featured-action', () => ({ orderFeatured: action, unfeatureProduct: action }));
vi.mock('@/lib/moderation/action', () => ({ assignRevision: action }));
vi.mock('@/lib/orders/payments/action', () => ({ checkPayment: action }));
vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh }), unstable_isUnrecognizedActionError: () => false }));
vi.mock('@/components/ui/is-signed-out', () => ({ isSignedOut: async () => false }));
vi.mock('@/components/account/me/refresh', () => ({
  refreshMe: async () => undefined,
  refreshOwned: async () => undefined,
}));

const { show } = openPlace();
const featured = ['Torre', 'Domador'].map((name) => ({
  id: name,
  name,
  slug: name,
  from: null,
  to: null,
  state: 'activo',
}));

const forms: Array<[string, ReactNode, string]> = [
  ['the order of what is featured', <FeaturedOrder key="f" products={featured as never} />, 'Subir Domador'],
  [
    'who has a revision',
    <Assign
      key="a"
      id="r"
      name="Domador"
      takenBy={null}
      me={{ id: 'ana', isAdmin: false }}
      others={[]}
      assign={assignRevision}
    />,
    'Tomar',
  ],
  ['the state of a payment', <CheckAgain key="c" paymentId="p" />, 'Ya he pagado'],
  [
    'a membership',
    <MembershipActions key="m" state="cancelada_al_final" clubPercent={10} paidUntil={null} lent={[]} />,
    'Seguir',
  ],
];

beforeEach(() => {
  vi.clearAllMocks();
});

test.each(forms)('without a response about %s, the page stays and shows a message', async (_what, form, button) => {
  action.mockRejectedValue(new TypeError('no connection'));
  vi.stubGlobal('fetch', action);
  await show(form);
  const before = said();
  await press(button);
  expect(action).toHaveBeenCalledOnce();
  expect(said().length).toBeGreaterThan(before.length);
  expect(refresh).not.toHaveBeenCalled();
});

test.each(forms)('a refusal about %s reloads the page', async (_what, form, button) => {
  action.mockResolvedValue({ ok: false, error: 'tooMany' });
  vi.stubGlobal('fetch', async () => Response.json({ error: 'tooMany', message: 'Demasiados intentos' }));
  await show(form);
  await press(button);
  expect(refresh).toHaveBeenCalledOnce();
});
