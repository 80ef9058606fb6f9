// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { OwnerTools } from '@/components/creators/owner-tools-client';
import { openPlace } from '../rendered.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/account/ana' }));

const { show } = openPlace();
const invitation = () => document.querySelector('a[href="/publicar"]')?.textContent ?? null;

test('a creator with nothing on sale is invited to publish; other products may await review', async () => {
  await show(<OwnerTools hasProducts={false} />);
  expect(invitation()).toBe('Publicar un producto');
  await show(<OwnerTools hasProducts />);
  expect(invitation()).toBe(null);
});
