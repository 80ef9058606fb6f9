import { expect, test } from 'vitest';
import { findDifferences } from '@/lib/moderation/difference';
import { emptyDraft, emptyEdition, type ProductDraft } from '@/lib/publish/types';

const picture = (name: string) => ({ url: `/media/portadas/a/${name}.webp`, width: 720, height: 960, blur: null });
const edition = { ...emptyEdition, key: 'a', name: 'Oro', price: '20' };
const bundle = {
  id: null,
  key: 'n0',
  name: 'Las dos torres',
  nameEn: '',
  description: '',
  descriptionEn: '',
  price: '15',
  offer: '',
  productIds: ['sur', 'norte', 'borrada'],
};
const before: ProductDraft = { ...emptyDraft, name: 'Torre', slug: 'torre', cover: picture('vieja') };
const differencesOf = (change: Partial<ProductDraft>, names?: Record<string, string>) =>
  findDifferences(before, { ...before, ...change }, names);

test('a moderator sees pictures by their addresses, one a line', () =>
  expect(
    differencesOf({ cover: picture('nueva'), banner: picture('franja'), images: [picture('una'), picture('otra')] }),
  ).toEqual([
    { field: 'cover', before: '/media/portadas/a/vieja.webp', after: '/media/portadas/a/nueva.webp' },
    { field: 'banner', before: '', after: '/media/portadas/a/franja.webp' },
    { field: 'images', before: '', after: '/media/portadas/a/una.webp\n/media/portadas/a/otra.webp' },
  ]));

test('a moderator sees price, offer, date, file, cover and texts of each edition', () =>
  expect(
    differencesOf({
      editions: [
        edition,
        {
          ...edition,
          key: 'b',
          name: 'Platino',
          nameEn: 'Platinum',
          price: '30',
          offer: '25',
          reservation: true,
          releaseDate: '2030-02-03',
          downloadLink: 'https://ejemplo.test/platino.zip',
          cover: picture('platino'),
          includes: 'Tres mapas',
          includesEn: 'Three maps',
        },
        { ...edition, key: 'c', name: 'Cobre', reservation: true },
      ],
    }),
  ).toEqual([
    {
      field: 'editions',
      before: '',
      after: [
        'Oro · 20 €',
        'Platino · Platinum · 30 € · -> 25 € · (R) 2030-02-03 · https://ejemplo.test/platino.zip · /media/portadas/a/platino.webp · Tres mapas · Three maps',
        'Cobre · 20 € · (R)',
      ].join('\n'),
    },
  ]));

test('a moderator sees offer and products of each bundle, by name where it is known', () =>
  expect(
    differencesOf(
      { bundles: [bundle, { ...bundle, name: 'Otro', offer: '12', productIds: ['sur'] }] },
      { sur: 'Torre Sur' },
    ),
  ).toEqual([
    {
      field: 'bundles',
      before: '',
      after: 'Las dos torres · 15 € · Torre Sur + norte + borrada\nOtro · 15 € · -> 12 € · Torre Sur',
    },
  ]));

test('the address of a product is listed only while it is new', () => {
  expect(differencesOf({ slug: 'otra' })).toEqual([]);
  expect(findDifferences(null, before)).toContainEqual({ field: 'slug', before: '', after: 'torre' });
  expect(findDifferences(null, before).map(({ field }) => field)).not.toContain('legal');
});

test('a moderator sees the base of an extension by its name, and by its id once it is deleted', () =>
  expect(
    findDifferences({ ...before, baseId: 'borrada' }, { ...before, baseId: 'norte' }, { norte: 'Torre norte' }),
  ).toEqual([{ field: 'baseId', before: 'borrada', after: 'Torre norte' }]));
