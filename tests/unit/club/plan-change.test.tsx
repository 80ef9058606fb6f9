// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { PlanChange } from '@/components/club/plan-change-client';
import { openPlace } from '../rendered.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({}) }));

const { show } = openPlace();
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
