// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { Refused } from '@/components/checkout/refused';
import { openPlace } from '../rendered.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/checkout' }));

const { show } = openPlace();
const links = () => [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));

test('a disabled account is led on: to its appeal, the support, and out', async () => {
  await show(<Refused refusal="cuenta_deshabilitada" message="Tu cuenta está deshabilitada." />);
  expect(document.body.textContent).toContain('Tu cuenta está deshabilitada.');
  expect(links()).toEqual(['/profile#appeal', '/support', '/logout']);
  await show(<Refused refusal="sin_stock" message="El producto está agotado." />);
  expect(links()).toEqual([]);
});
