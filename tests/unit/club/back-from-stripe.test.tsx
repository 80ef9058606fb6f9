// @vitest-environment jsdom
import { act, type ReactNode } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { setMe } from '@/components/account/me/store';
import type { SignedIn } from '@/components/account/me/types';
import { MembershipActions } from '@/components/club/membership-actions-client';
import { PlanDialog } from '@/components/club/plan-dialog-client';
import { firstClubPrices } from '@/lib/pricing/club-plans';
import { buttonOf, press } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => undefined }) }));
vi.mock('@/components/account/me/refresh', () => ({ refreshMe: async () => undefined }));

const { show } = openPlace();
const assign = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal('fetch', async () => Response.json({ sessionUrl: '/stripe', url: '/stripe' }));
  // The tested components only read and change the address.
  vi.stubGlobal('location', { href: 'http://shop/club', pathname: '/club', assign });
});

const places: Array<[string, ReactNode, string]> = [
  ['the plans of the Club', <PlanDialog key="p" prices={firstClubPrices} onClose={() => undefined} />, 'Suscribirme'],
  [
    'a membership',
    <MembershipActions key="m" state="activa" clubPercent={10} paidUntil={null} lent={[]} />,
    'Facturas y tarjeta',
  ],
];

test.each(places)('%s can be pressed again after coming back from Stripe', async (_what, place, button) => {
  await show(place);
  await press(button);
  expect(assign).toHaveBeenCalledWith('/stripe');
  expect(buttonOf(button).ariaDisabled).toBe('true');
  await act(async () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  expect(buttonOf(button).ariaDisabled).toBeNull();
});

test('a cancellation names the person of the page, whoever has signed in since', async () => {
  const known = Object.assign(document.createElement('script'), { type: 'application/json', id: 'known-me' });
  known.textContent = '{"id":"ana"}';
  document.body.append(known);
  const sent = vi.fn(async (_path: string, _request: RequestInit) => Response.json({ error: 'otra_persona' }));
  vi.stubGlobal('fetch', sent);
  await show(<MembershipActions state="activa" clubPercent={10} paidUntil={null} lent={[]} />);
  await press('Cancelar suscripción');
  await press('Sí, cancelar');
  expect(sent.mock.calls[0]?.[0]).toBe('/api/cancel-subscription');
  expect(JSON.parse(String(sent.mock.calls[0]?.[1].body))).toEqual({ persona: 'ana' });
  known.remove();
});

test('joining names the person who opened the plans, not the one of an earlier page', async () => {
  const known = Object.assign(document.createElement('script'), { type: 'application/json', id: 'known-me' });
  known.textContent = '{"id":"ana"}';
  document.body.append(known);
  onTestFinished(() => known.remove());
  const sent = vi.fn(async (_path: string, _request: RequestInit) => Response.json({ error: 'fallo' }));
  vi.stubGlobal('fetch', sent);
  setMe({ status: 'user', me: { id: 'ben' } } as SignedIn);
  await show(<PlanDialog prices={firstClubPrices} onClose={() => undefined} />);
  await press('Suscribirme');
  expect(JSON.parse(String(sent.mock.calls[0]?.[1].body))).toEqual({ plan: 'monthly', persona: 'ben' });
});

test('who has a subscription that waits for a payment is led to it', async () => {
  const refusal = { error: 'suscripcion_abierta', message: 'Tu suscripción sigue abierta.' };
  vi.stubGlobal('fetch', async () => Response.json(refusal));
  await show(<PlanDialog prices={firstClubPrices} onClose={() => undefined} />);
  await press('Suscribirme');
  const alert = document.querySelector('[role="alert"]');
  expect(alert?.textContent).toContain('Tu suscripción sigue abierta.');
  expect(alert?.querySelector('a')?.getAttribute('href')).toBe('/profile/club');
});
