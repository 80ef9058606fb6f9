import { createTranslator } from 'next-intl';
import { expect, it } from 'vitest';
import en from '@/messages/en.json';
import es from '@/messages/es.json';

const inSpanish = createTranslator({ locale: 'es', messages: es });
const inEnglish = createTranslator({ locale: 'en', messages: en });
const price = '3,90 €';
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

it('the promised Club discount is the charged one', () => {
  expect(plain(inSpanish('club.intro', { percent: 25, price }))).toBe(
    'Todo lo bueno de la tienda, con un 25 % menos, desde 3,90 € al mes.',
  );
  expect(inEnglish('club.intro', { percent: 25, price })).toBe(
    'The best of the shop for 25% less, from 3,90 € a month.',
  );
  expect(plain(inSpanish('nav.clubAd.text', { percent: 25, price }))).toBe(
    '25 % menos en todo y 100 UnCoins al mes por 3,90 €.',
  );
  expect(inEnglish('nav.clubAd.text', { percent: 25, price })).toBe(
    '25% off everything and 100 UnCoins a month for 3,90 €.',
  );
});

it('without a discount none is promised', () => {
  expect(inSpanish('club.intro', { percent: 0, price })).toBe('Todo lo bueno de la tienda, desde 3,90 € al mes.');
  expect(inEnglish('club.intro', { percent: 0, price })).toBe('The best of the shop, from 3,90 € a month.');
  expect(inSpanish('nav.clubAd.text', { percent: 0, price })).toBe('100 UnCoins al mes por 3,90 €.');
  expect(inEnglish('nav.clubAd.text', { percent: 0, price })).toBe('100 UnCoins a month for 3,90 €.');
});

it('no text contains a fixed discount', () => {
  const texts = Object.entries({ es, en }).flatMap(([locale, messages]) =>
    [...JSON.stringify(messages).matchAll(/"[^"]*\b30\s?%[^"]*"/g)].map(([text]) => `${locale}: ${text}`),
  );
  expect(texts).toEqual([]);
});
