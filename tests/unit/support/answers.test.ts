import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import en from '@/messages/en.json';
import es from '@/messages/es.json';

const catalogues = { es, en };
const textsOf = (messages: unknown): string[] =>
  typeof messages === 'string' ? [messages] : Object.values(messages as object).flatMap(textsOf);

test.each(['es', 'en'] as const)('buttons that an answer of the support page names exist (%s)', (locale) => {
  const texts = new Set(textsOf(catalogues[locale]));
  const answers = Object.entries(catalogues[locale].support).filter(([key]) => key.endsWith('A'));
  const named = answers.flatMap(([, text]) =>
    [...String(text).matchAll(/[«“]([^»”]*)[»”]/g)].map(([, label]) => label),
  );
  expect(named).not.toEqual([]);
  expect(named.filter((label) => !texts.has(String(label)))).toEqual([]);
});

test.each(['es', 'en'] as const)('answers name the places of a gift and of a new password (%s)', (locale) => {
  const { product, settings, support } = catalogues[locale];
  expect(support.giftA).toContain(product.gift.open);
  for (const place of [settings.title, settings.securityTab, settings.changePassword])
    expect(support.passwordA).toContain(place);
});

test.each([
  ['es', 'uno o dos días laborables'],
  ['en', 'one or two working days'],
] as const)('home, support and the refund terms promise an answer in the same time (%s)', (locale, time) => {
  const terms = readFileSync(join(import.meta.dirname, `../../../content/legal/${locale}/refunds.md`), 'utf8');
  const { home, support } = catalogues[locale];
  for (const text of [home.benefits.supportText, support.disputeA, terms]) expect(text).toContain(time);
});

test.each(['es', 'en'] as const)(
  'the answer about UnCoins says that a pack costs more than its worth (%s)',
  (locale) => {
    expect(catalogues[locale].support.coinsA).toMatch(/packs.*UnCoin/);
  },
);

test.each([
  ['es', 'categoría'],
  ['en', 'category'],
] as const)('the answer about coupons names those of a category (%s)', (locale, word) => {
  expect(catalogues[locale].support.couponA).toContain(word);
});
