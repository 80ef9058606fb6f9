import { expect, test } from 'vitest';
import { promisesOf } from '@/lib/catalog/promises';

type Facts = Parameters<typeof promisesOf>[0];
const product: Facts = {
  available: true,
  inStock: true,
  category: 'plugin',
  downloadable: true,
  clubOnly: false,
  eventDay: null,
  eventOver: false,
};
const event: Partial<Facts> = { category: 'evento', downloadable: false, eventDay: '2030-01-01' };
const offer = { priceCents: 999, offerCents: null, reservation: false, releaseDate: null };
const kinds = (change: Partial<Facts>, offerChange: Partial<typeof offer> & { offerCents?: number | null } = {}) =>
  promisesOf({ ...product, ...change }, { ...offer, ...offerChange }).map(({ kind }) => kind);

test('a paid download promises immediate delivery', () => {
  expect(kinds({})).toEqual(['download', 'updates', 'secure']);
  expect(kinds({}, { priceCents: 50 })).toEqual(['download', 'updates', 'secure']);
});

test.each([
  ['free', kinds({}, { priceCents: 0 }), ['freeDownload', 'updates']],
  ['free by an offer', kinds({}, { offerCents: 0 as never }), ['freeDownload', 'updates']],
  ['delivered by name', kinds({ downloadable: false }), ['byName']],
  ['not available', kinds({ available: false }), []],
  ['out of stock', kinds({ inStock: false }), []],
  ['too cheap for a card', kinds({}, { priceCents: 49 }), ['download', 'updates']],
  ['too cheap for a card by an offer', kinds({}, { offerCents: 49 as never }), ['download', 'updates']],
  ['for the Club', kinds({ clubOnly: true }), ['freeDownload', 'updates']],
  ['reserved', kinds({}, { reservation: true }), ['reserved']],
  ['reserved and sold out', kinds({ inStock: false }, { reservation: true }), []],
  ['reserved and withdrawn', kinds({ available: false }, { reservation: true }), []],
])('the promises of a product that is %s mention no card payment', (_what, promised, expected) =>
  expect(promised).toEqual(expected),
);

test.each([
  ['that is to come', {}, ['reserved', 'whitelist']],
  ['without a day', { eventDay: null }, ['whitelist']],
  ['that is over', { eventOver: true }, ['over']],
  ['that is over, with a file', { downloadable: true, eventOver: true }, ['over', 'download', 'updates', 'secure']],
  ['that is over and not available', { available: false, eventOver: true }, []],
])('an event %s promises only what can still be had', (_what, change, expected) =>
  expect(kinds({ ...event, ...change })).toEqual(expected),
);
