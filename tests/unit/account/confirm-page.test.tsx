import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { expect, test, vi } from 'vitest';
import ConfirmPage from '@/app/[locale]/(account)/confirm/page';

vi.mock('next/server', () => ({ connection: async () => {} }));
vi.mock('next/navigation', () => ({ useRouter: () => ({}) }));
vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key }));
vi.mock('@/components/account/auth-card', () => ({
  AuthCard: ({ children }: { children: ReactNode }) => children,
}));

test('the page of an expired link keeps its destination', async () => {
  const next = '/cart?producto=mapa';
  const { prelude } = await prerender(<ConfirmPage searchParams={Promise.resolve({ next })} />);
  const page = await new Response(prelude).text();
  const paths = [...page.matchAll(/href="([^"]*)"/g)].map(([, path]) => path?.replaceAll('&amp;', '&'));
  expect(paths).toEqual(['/login?next=%2Fcart%3Fproducto%3Dmapa', '/login?mode=reset&next=%2Fcart%3Fproducto%3Dmapa']);
});
