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
    'Todo lo bueno de la tienda, con un 25 % menos, por 3,90 € al mes.',
  );
  expect(inEnglish('club.intro', { percent: 25, price })).toBe('The best of the shop for 25% less, at 3,90 € a month.');
  // Not «from»: a month of the yearly plan costs less.
  expect(inSpanish('product.join', { price })).toBe('Únete por 3,90 € al mes');
  expect(inEnglish('product.join', { price })).toBe('Join for 3,90 € a month');
  expect(plain(inSpanish('nav.clubAd.text', { percent: 25, price }))).toBe(
    '25 % menos en todo y 100 UnCoins al mes por 3,90 €.',
  );
  expect(inEnglish('nav.clubAd.text', { percent: 25, price })).toBe(
    '25% off everything and 100 UnCoins a month for 3,90 €.',
  );
});

it('no discount is mentioned if there is none', () => {
  expect(inSpanish('club.intro', { percent: 0, price })).toBe('Todo lo bueno de la tienda, por 3,90 € al mes.');
  expect(inEnglish('club.intro', { percent: 0, price })).toBe('The best of the shop, at 3,90 € a month.');
  expect(inSpanish('nav.clubAd.text', { percent: 0, price })).toBe('100 UnCoins al mes por 3,90 €.');
  expect(inEnglish('nav.clubAd.text', { percent: 0, price })).toBe('100 UnCoins a month for 3,90 €.');
});

it('no text contains a fixed discount', () => {
  const texts = Object.entries({ es, en }).flatMap(([locale, messages]) =>
    [...JSON.stringify(messages).matchAll(/"[^"]*\b30\s?%[^"]*"/g)].map(([text]) => `${locale}: ${text}`),
  );
  expect(texts).toEqual([]);
});

it('the mentioned yearly saving is the configured one, and missing if there is none', () => {
  const prices = { month: '3,12 €', year: '37,44 €' };
  expect(plain(inSpanish('club.yearlyMonthly', { ...prices, percent: 20 }))).toBe(
    'O 3,12 € al mes pagando 37,44 € al año: un 20 % menos',
  );
  expect(plain(inSpanish('club.yearlyMonthly', { ...prices, percent: 0 }))).toBe(
    'O 3,12 € al mes pagando 37,44 € al año',
  );
  expect(plain(inSpanish('club.plans.yearlyText', { ...prices, percent: 20 }))).toBe(
    'Doce meses con un 20 % de descuento: 3,12 € al mes.',
  );
  expect(plain(inEnglish('club.plans.yearlyText', { ...prices, percent: 0 }))).toBe('Twelve months: 3,12 € a month.');
});
