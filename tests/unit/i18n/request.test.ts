import { expect, it, vi } from 'vitest';
import { locales } from '@/lib/core/i18n/locales';

vi.mock('next/root-params', () => ({ locale: async () => 'en' }));
vi.mock('next-intl/server', () => ({ getRequestConfig: (configure: unknown) => configure }));

const { default: configure } = (await import('@/lib/core/i18n/request')) as unknown as {
  default: (asked: { locale?: string }) => Promise<{ locale: string; messages: { account: unknown } }>;
};

it.each(locales)('a page in %s has the catalogue of its language', async (locale) => {
  const { default: catalogue } = await import(`../../../messages/${locale}.json`);
  expect(await configure({ locale })).toMatchObject({ locale, messages: catalogue });
});

it('a page without a language parameter uses its path’s', async () => {
  expect((await configure({})).locale).toBe('en');
});
