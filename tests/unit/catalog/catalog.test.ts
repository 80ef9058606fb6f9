import { describe, expect, it } from 'vitest';
import { cardName } from '@/lib/catalog/card-name';
import { productJsonLd } from '@/lib/catalog/seo/json-ld';
import { sizeIn } from '@/lib/catalog/size';
import { youtubeId } from '@/lib/catalog/youtube';

describe('card names', () => {
  it('are truncated to thirty characters', () => {
    expect(cardName('a'.repeat(30))).toHaveLength(30);
    expect(cardName('a'.repeat(31))).toBe(`${'a'.repeat(29)}…`);
  });
});

it.each([
  ['4,2 MB', '4,2 MB', '4.2 MB'],
  ['4.25 GB', '4,25 GB', '4.25 GB'],
  ['1.500 MB', '1.500 MB', '1.500 MB'],
  ['unos 12 MB', 'unos 12 MB', 'unos 12 MB'],
])('the size %s has the decimal separator of the language', (typed, inSpanish, inEnglish) =>
  expect([sizeIn('es', typed), sizeIn('en', typed)]).toEqual([inSpanish, inEnglish]),
);

describe('the video of a trailer is found in its address', () => {
  it.each([
    ['https://www.youtube.com/watch?v=aqz-KE-bpKQ', 'aqz-KE-bpKQ'],
    ['https://youtu.be/aqz-KE-bpKQ?t=3', 'aqz-KE-bpKQ'],
    ['https://www.youtube.com/watch?list=x&v=aqz-KE-bpKQ', 'aqz-KE-bpKQ'],
    ['https://www.youtube.com/shorts/aqz-KE-bpKQ?feature=share', 'aqz-KE-bpKQ'],
    ['https://www.youtube.com/live/aqz-KE-bpKQ', 'aqz-KE-bpKQ'],
    ['https://www.youtube.com/embed/aqz-KE-bpKQ/', 'aqz-KE-bpKQ'],
    ['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ', 'aqz-KE-bpKQ'],
    ['https://m.youtube.com/watch?v=aqz-KE-bpKQ#t=3', 'aqz-KE-bpKQ'],
    ['http://youtube.com/watch?app=desktop&v=aqz-KE-bpKQ', 'aqz-KE-bpKQ'],
    ['HTTPS://YouTu.be/aqz-KE-bpKQ', 'aqz-KE-bpKQ'],
    ['youtu.be/aqz-KE-bpKQ', 'aqz-KE-bpKQ'],
    ['www.youtube.com/watch?v=aqz-KE-bpKQ', 'aqz-KE-bpKQ'],
    ['https://www.youtube.com/watch?v=aqz-KE-bpKQx', null],
    ['https://www.youtube.com/@channel', null],
    ['https://youtube.com.example.org/watch?v=aqz-KE-bpKQ', null],
    ['https://user@youtu.be/aqz-KE-bpKQ', null],
    ['ftp://youtu.be/aqz-KE-bpKQ', null],
    ['javascript:alert(1)//youtu.be/aqz-KE-bpKQ', null],
    ['https://example.org/watch?v=aqz-KE-bpKQ', null],
    ['https://youtu.be/"><script>', null],
    [null, null],
  ])('%s', (address, id) => expect(youtubeId(address)).toBe(id));
});

it('structured data states availability', () => {
  const product = {
    slug: 'x',
    name: 'X',
    about: '',
    coverUrl: '/c',
    gallery: [],
    priceCents: 1_000,
    offerCents: 750,
    available: true,
    inStock: true,
    reservation: true,
    developer: null,
    rating: null,
  };
  expect(productJsonLd('https://shop', 'es', product as never, [], []).offers).toMatchObject({
    price: '7.50',
    availability: 'https://schema.org/PreOrder',
  });
  expect(productJsonLd('https://shop', 'es', { ...product, inStock: false } as never, [], []).offers).toMatchObject({
    availability: 'https://schema.org/OutOfStock',
  });
  expect(productJsonLd('https://shop', 'es', product as never, [], [])).not.toHaveProperty('aggregateRating');
  const review = {
    id: '1',
    stars: 4,
    text: 'Muy bueno',
    author: { displayName: 'Ana', avatarUrl: '' },
    at: '2026-11-02T10:00:00Z',
    isEdited: false,
    answer: null,
  };
  const rated = { ...product, rating: { average: 4.25, count: 12 } };
  expect(productJsonLd('https://shop', 'es', rated as never, [review, { ...review, text: '' }], [])).toMatchObject({
    aggregateRating: { ratingValue: 4.25, reviewCount: 12 },
    review: [
      {
        author: { name: 'Ana' },
        datePublished: '2026-11-02',
        reviewRating: { ratingValue: 4 },
        reviewBody: 'Muy bueno',
      },
      { reviewRating: { ratingValue: 4 } },
    ],
  });
});
