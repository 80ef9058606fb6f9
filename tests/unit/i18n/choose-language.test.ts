// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { chooseLanguage } from '@/components/ui/i18n/choose-language';

afterEach(() => vi.unstubAllGlobals());

const refusing = {
  getItem: () => {
    throw new DOMException('no storage', 'SecurityError');
  },
  setItem: () => {
    throw new DOMException('no room', 'QuotaExceededError');
  },
};

it.each([
  ['with blocked storage', () => vi.stubGlobal('localStorage', refusing)],
  ['with storage', () => undefined],
])('a browser %s changes its language', (_kind, prepare) => {
  prepare();
  const reload = vi.fn();
  const replaceState = vi.fn();
  vi.stubGlobal('window', {
    location: { href: 'https://shop.example/club?lng=es#content', reload },
    history: { replaceState },
  });
  // biome-ignore lint/suspicious/noDocumentCookie: as in the shop
  document.cookie = 'i18next=es';
  chooseLanguage('en');
  expect(document.cookie).toContain('i18next=en');
  expect(String(replaceState.mock.calls[0]?.[2])).toBe('https://shop.example/club#content');
  expect(reload).toHaveBeenCalledOnce();
});
