import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { bootScript } from '@/lib/core/browser/boot-script.mjs';
import { parseLocale } from '@/lib/core/i18n/locales';

type Browser = {
  /** The language of the page as the server has answered it. */
  lang?: string;
  search?: string;
  cookie?: string;
  local?: Record<string, string>;
  session?: Record<string, string>;
  /** Blocks storage for pages. */
  refuses?: boolean;
};

function storage(entries: Record<string, string>) {
  const kept = new Map(Object.entries(entries));
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: unknown) => void kept.set(key, String(value)),
    removeItem: (key: string) => void kept.delete(key),
  };
}

/** Runs the script in a browser of a few lines. */
function open({ lang = 'es', search = '', cookie = '', local = {}, session = {}, refuses = false }: Browser) {
  const localStorage = storage(local);
  if (refuses) localStorage.setItem = () => expect.unreachable('there is no room');
  const written: string[] = [];
  let reloads = 0;
  const document = {
    documentElement: { lang, dataset: {} },
    get cookie() {
      return cookie;
    },
    set cookie(text: string) {
      written.push(text);
    },
  };
  const reload = () => {
    reloads += 1;
  };
  const location = { search, reload };
  runInNewContext(bootScript, {
    document,
    location,
    localStorage,
    sessionStorage: storage(session),
    URLSearchParams,
    addEventListener: () => {},
  });
  return { kept: localStorage.kept.get('i18nextLng'), cookie: written.at(-1)?.split(';')[0], reloads };
}

describe('the language in the browser', () => {
  it.each(['en', 'en-GB', 'en-US', 'EN_us'])('understands %s in every place', (tag) => {
    expect(open({ lang: 'en', search: `?lng=${tag}` })).toEqual({ kept: 'en', cookie: 'i18next=en', reloads: 0 });
    expect(open({ lang: 'en', cookie: `a=b; i18next=${tag}` })).toEqual({ kept: 'en', cookie: undefined, reloads: 0 });
    const stored = { i18nextLng: tag };
    const reloaded = { kept: 'en', cookie: 'i18next=en', reloads: 1 };
    expect(open({ local: stored })).toEqual(reloaded);
    expect(open({ session: stored })).toEqual(reloaded);
  });

  it('changes without browser storage', () => {
    expect(open({ lang: 'en', search: '?lng=en', refuses: true })).toMatchObject({ cookie: 'i18next=en' });
  });

  it.each(['fr', 'eng', 'en<script>', '../en', "en'--", 'en-', ''])('ignores %s in every place', (tag) => {
    expect(parseLocale(tag)).toBeUndefined();
    const detected = { kept: 'es', cookie: undefined, reloads: 0 };
    expect(open({ search: `?lng=${encodeURIComponent(tag)}` })).toEqual(detected);
    expect(open({ cookie: `i18next=${tag}` })).toEqual(detected);
    expect(open({ session: { i18nextLng: tag } })).toEqual(detected);
    expect(open({ local: { i18nextLng: tag } })).toEqual(detected);
  });

  it('keeps the server’s language on a first visit, without a cookie', () =>
    expect(open({ lang: 'en' })).toEqual({ kept: 'en', cookie: undefined, reloads: 0 }));

  it('is the stored one if the browser later prefers another one', () =>
    expect(open({ lang: 'es', local: { i18nextLng: 'en' } })).toEqual({
      kept: 'en',
      cookie: 'i18next=en',
      reloads: 1,
    }));
});
