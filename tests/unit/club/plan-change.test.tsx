// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { PlanChange } from '@/components/club/plan-change-client';
import { openPlace } from '../rendered.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({}) }));

const { show } = openPlace();
afterEach(() => vi.unstubAllGlobals());

const press = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(name))?.click();
const title = () => document.querySelector('h2')?.textContent;

test.each([
  ['monthly', false, 'Pásate al plan mensual'],
  ['monthly', true, 'Tu plan mensual empieza el 3 de mayo'],
  ['yearly', false, 'Pásate al plan anual'],
  ['yearly', true, 'Confirma el cambio al plan anual'],
] as const)('the title of a change to %s (scheduled: %s) announces its effect', async (to, waits, text) => {
  await show(<PlanChange to={to} price="3,90 €" date="3 de mayo" waits={waits} />);
  expect(title()).toBe(text);
});

test('a change whose answer was lost is not called a failure', async () => {
  const renewsAt = '2027-05-03T10:00:00Z';
  const offer = { offer: 'sealed', dueCents: 3612, creditCents: 366, priceCents: 3978, renewsAt };
  const fetch = vi.fn().mockResolvedValueOnce(Response.json(offer)).mockRejectedValueOnce(new TypeError('lost'));
  vi.stubGlobal('fetch', fetch);
  await show(<PlanChange to="yearly" price="39,78 €" date="" waits={false} />);
  await act(async () => press('Ver'));
  await act(async () => press('Pagar'));
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(document.querySelector('[aria-live]')?.textContent).toContain('No sabemos si la tienda lo ha hecho');
});
