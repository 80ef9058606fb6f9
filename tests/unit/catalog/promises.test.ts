import { expect, test } from 'vitest';
import { promisesOf } from '@/lib/catalog/promises';

const product = {
  available: true,
  inStock: true,
  downloadable: true,
  clubOnly: false,
  eventDay: null as string | null,
};
const offer = { priceCents: 999, offerCents: null, reservation: false, releaseDate: null };
const kinds = (change: Partial<typeof product>, of: Partial<typeof offer> & { offerCents?: number | null } = {}) =>
  promisesOf({ ...product, ...change }, { ...offer, ...of }).map(({ kind }) => kind);

test('a paid download promises immediate delivery', () => expect(kinds({})).toEqual(['download', 'updates', 'secure']));

test.each([
  ['free', kinds({}, { priceCents: 0 }), ['freeDownload', 'updates']],
  ['free by an offer', kinds({}, { offerCents: 0 as never }), ['freeDownload', 'updates']],
  ['delivered by name', kinds({ downloadable: false }), ['whitelist']],
  ['an event', kinds({ downloadable: false, eventDay: '2030-01-01' }), ['reserved', 'whitelist']],
  ['not available', kinds({ available: false }), []],
  ['out of stock', kinds({ inStock: false }), []],
  ['for the Club', kinds({ clubOnly: true }), ['freeDownload', 'updates']],
  ['reserved', kinds({}, { reservation: true }), ['reserved']],
])('the promises of a product that is %s mention no paid download and no card payment', (_what, promised, expected) =>
  expect(promised).toEqual(expected),
);
