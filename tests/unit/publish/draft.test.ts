import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestSlug, slugPattern } from '@/lib/catalog/slug';
import { findDifferences } from '@/lib/moderation/difference';
import { toContent, toDraft } from '@/lib/publish/content';
import { stepOf } from '@/lib/publish/fields';
import { markOf, readKept } from '@/lib/publish/kept-draft';
import { isSameButPrices } from '@/lib/publish/prices';
import { checkDraft } from '@/lib/publish/schema';
import { loadTransliterate, proposeSlug, sanitizeSlug } from '@/lib/publish/slug';
import { emptyDraft, emptyEdition, type ProductDraft } from '@/lib/publish/types';
import es from '@/messages/es.json' with { type: 'json' };

const picture = { url: '/media/portadas/a/b.webp', width: 720, height: 960, blur: null };
const good: ProductDraft = {
  ...emptyDraft,
  name: 'Torre',
  slug: 'torre',
  price: '9,50',
  category: 'plugin',
  cover: picture,
  downloadLink: 'https://ejemplo.test/torre.zip',
};
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
  productIds: ['2b0f9d52-4a52-4c4e-9a59-0d8f2a3f6c11'],
};
const errorsOf = (change: Partial<ProductDraft>, isNew = true) => {
  const checked = checkDraft({ ...good, ...change }, isNew);
  return checked.ok ? [] : checked.errors;
};
const parse = (change: Partial<ProductDraft>) => {
  const checked = checkDraft({ ...good, ...change }, true);
  if (!checked.ok) throw new Error(checked.errors.join());
  return checked.value;
};

const transliterate = await loadTransliterate();

describe('sanitizeSlug', () => {
  it.each([
    ['Torre de Marfil', 'torre-de-marfil'],
    ['  Ártico   Dorado!! ', 'artico-dorado-'],
    ['a---b', 'a-b'],
    ['¡¿?!', ''],
    ['x'.repeat(300), 'x'.repeat(longestSlug)],
  ])('turns %j into %j', (typed, slug) => expect(sanitizeSlug(typed)).toBe(slug));
  it('returns a valid address without a trailing hyphen, or nothing', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        for (const written of [undefined, transliterate]) {
          const slug = sanitizeSlug(typed, written).replace(/-$/, '');
          expect(slug === '' || slugPattern.test(slug)).toBe(true);
          expect(sanitizeSlug(slug, written)).toBe(slug);
          const proposed = proposeSlug(typed, written, 'producto-ab12');
          expect(proposed === '' ? typed.trim() === '' : slugPattern.test(proposed)).toBe(true);
        }
      }),
    ));
  it.each([
    ['Straße nach Łódź', 'strasse-nach-lodz'],
    ['地图包', 'di-tu-bao'],
    ['Дракон и её меч', 'drakon-i-eyo-mech'],
    ['Ελληνικός χάρτης', 'ellinikos-hartis'],
    ['مرحبا', 'mrhb'],
    ['Construcción ñandú'.normalize('NFD'), 'construccion-nandu'],
    ['🔥🔥', 'producto-ab12'],
    ['  ', ''],
  ])('%j is proposed as %j', (name, slug) => expect(proposeSlug(name, transliterate, 'producto-ab12')).toBe(slug));
});

describe('checkDraft', () => {
  it('names the field of each error, in the step that shows it', () => {
    const checked = checkDraft(
      { ...good, name: '', cover: null, editions: [edition, { ...edition, name: 'Plata', price: '0' }], changes: 'x' },
      true,
    );
    expect(checked).toMatchObject({
      ok: false,
      errors: ['name', 'cover', 'editionPrice', 'version'],
      fields: { name: 'name', cover: 'cover', 'editions.1.price': 'editionPrice', version: 'version' },
    });
    expect(['name', 'cover', 'editions.1.price', 'version'].map(stepOf)).toEqual([
      'information',
      'visuals',
      'product',
      'product',
    ]);
  });

  it.each([
    ['price', { price: ' 0 ' }, { price: 'price' }],
    ['downloadLink', { downloadLink: '  ' }, { downloadLink: 'download' }],
    ['releaseDate', { reservation: true }, { releaseDate: 'releaseDate' }],
    ['baseId', { isDlc: true }, { baseId: 'base' }],
    [
      'editions.1.name',
      { editions: [edition, { ...edition, key: 'b', name: ' oro ' }] },
      { 'editions.1.name': 'editionTwice' },
    ],
    ['editions.0.price', { editions: [{ ...edition, price: ' 0 ' }] }, { 'editions.0.price': 'editionPrice' }],
    ['version', { version: '  ', changes: 'Más rápido' }, { version: 'version' }],
  ])('reports what contradicts itself at the field %s', (_field, change, fields) =>
    expect(checkDraft({ ...good, ...change }, true)).toMatchObject({ ok: false, fields }),
  );
  it('requires no version if the changes are only spaces', () => expect(errorsOf({ changes: '  ' })).toEqual([]));

  it('reports errors in the order of the form', () =>
    expect(
      errorsOf({ trailer: 'https://vimeo.com/1', category: 'x' as ProductDraft['category'], slug: 'a--b' }),
    ).toEqual(['slugWrong', 'category', 'trailer']));

  it.each([
    ['an offer in words', { offer: 'cinco' }, { offer: 'price' }],
    ['a negative offer', { offer: '-1' }, { offer: 'price' }],
    ['an offer of spaces', { offer: ' ' }, { offer: 'price' }],
    ['an offer above 99', { offer: '99,01' }, { offer: 'priceMost' }],
    [
      'the offer of an edition in words',
      { editions: [{ ...edition, offer: 'cinco' }] },
      { 'editions.0.offer': 'price' },
    ],
    ['the offer of a bundle in words', { bundles: [{ ...bundle, offer: 'cinco' }] }, { 'bundles.0.offer': 'price' }],
  ])('reports %s as a wrong price', (_title, change, fields) =>
    expect(checkDraft({ ...good, ...change }, true)).toMatchObject({ ok: false, fields }),
  );

  it('separates genres and versions, each once', () => {
    expect(parse({ genres: ' RPG,, Magia,RPG , ' }).genres).toEqual(['RPG', 'Magia']);
    expect(parse({ compatible: '1.20, 1.21  1.20.1,1.20' }).compatible).toEqual(['1.20', '1.21', '1.20.1']);
    expect(errorsOf({ compatible: '1.20, la última' })).toEqual(['compatible']);
    expect(errorsOf({ genres: 'x'.repeat(80) })).toEqual([]);
  });
  it('writes the address of a download as browsers send it', () =>
    expect(parse({ downloadLink: ' https://ejemplo.test/la torre.zip ' }).downloadLink).toBe(
      'https://ejemplo.test/la%20torre.zip',
    ));

  it('reports a genre that is too long', () =>
    expect(checkDraft({ ...good, genres: `RPG, ${'x'.repeat(81)}` }, true)).toMatchObject({
      fields: { genres: 'tooLong' },
    }));

  it('lets the editions of a free product be free', () =>
    expect(errorsOf({ price: '0', editions: [{ ...edition, price: '0' }] }, false)).toEqual([]));

  it.each([
    'descargas/yo/../../../../bucket/descargas/empty',
    'descargas/yo/%2e%2e/x',
    'descargas/yo//x',
    'descargas/',
    'portadas/yo/a.webp',
    'https://user:secret@ejemplo.test/a.zip',
    'http://ejemplo.test/a.zip',
  ])('refuses the download %j, also of an edition, and drops that of a product without a download', (downloadLink) => {
    expect(errorsOf({ downloadLink })).toEqual(['downloadAddress']);
    expect(parse({ downloadable: false, downloadLink }).downloadLink).toBe('');
    expect(errorsOf({ editions: [{ ...edition, downloadLink }] })).toEqual(['downloadAddress']);
  });

  it('accepts only pictures and placeholders in the shop’s format', () => {
    const blur = 'data:image/webp;base64,UklGRhIAAABXRUJQ';
    expect(errorsOf({ cover: { ...picture, blur } })).toEqual([]);
    for (const wrong of [
      { blur: `${blur});position:fixed;inset:0` },
      { blur: 'data:image/svg+xml,<svg/>' },
      { url: '/media/portadas/../descargas/a.webp' },
      { url: '/api/me' },
    ]) {
      expect(errorsOf({ cover: { ...picture, ...wrong } })).toEqual(['cover']);
      expect(errorsOf({ banner: { ...picture, ...wrong } })).toEqual(['cover']);
      expect(errorsOf({ images: [{ ...picture, ...wrong }] })).toEqual(['cover']);
    }
  });

  it('reports all missing fields at once, in the order of the form', () => {
    expect(errorsOf(emptyDraft)).toEqual(['name', 'slug', 'price', 'cover', 'category', 'download']);
  });
  it.each([
    ['a price of 0', { price: '0' }, ['price']],
    ['a price of 0,00', { price: '0,00' }, ['price']],
    ['a price above 99', { price: '99,01' }, ['priceMost']],
    ['a price in words', { price: 'nueve' }, ['price']],
    ['three decimals', { price: '1,234' }, ['price']],
    ['an address with capitals', { slug: 'Torre' }, ['slugWrong']],
    ['two hyphens in a row', { slug: 'a--b' }, ['slugWrong']],
    ['a cover from elsewhere', { cover: { ...picture, url: 'https://evil.test/x.png' } }, ['cover']],
    ['an http download', { downloadLink: 'http://x.test/a.zip' }, ['downloadAddress']],
    ['a script as download', { downloadLink: 'javascript:alert(1)' }, ['downloadAddress']],
    ['a trailer from elsewhere', { trailer: 'https://vimeo.com/1' }, ['trailer']],
    ['a reservation without a date', { reservation: true }, ['releaseDate']],
    ['a DLC without its base', { isDlc: true }, ['base']],
    ['an edition without a name', { editions: [{ ...edition, name: ' ' }] }, ['editionName']],
    ['two editions of one name', { editions: [edition, { ...edition, key: 'b', name: 'ORO' }] }, ['editionTwice']],
    ['a bundle without a name', { bundles: [{ ...bundle, name: ' ' }] }, ['bundleName']],
    ['a bundle of one product', { bundles: [{ ...bundle, productIds: [] }] }, ['bundleProducts']],
    ['a bundle for nothing', { bundles: [{ ...bundle, price: '0' }] }, ['price']],
    ['a bundle above 990', { bundles: [{ ...bundle, price: '991' }] }, ['bundlePrice']],
    ['six bundles', { bundles: Array(6).fill(bundle) }, ['tooManyBundles']],
    ['news without a version', { changes: 'Más rápido' }, ['version']],
  ] as const)('refuses %s', (_title, change, errors) =>
    expect(errorsOf(change as unknown as Partial<ProductDraft>)).toEqual(errors),
  );
  it('has a message for every error', () => {
    for (const code of ['tooLong', 'date', 'tooManyEditions', 'tooManyImages', ...errorsOf(emptyDraft)])
      expect(es.publish.errors).toHaveProperty(code);
  });
  it('accepts a free product that an admin made free', () => expect(errorsOf({ price: '0' }, false)).toEqual([]));
  it('requires no file if nothing is downloaded', () =>
    expect(errorsOf({ downloadable: false, downloadLink: '' })).toEqual([]));
  it('keeps the address of a product whose download is turned off', () =>
    expect(parse({ downloadable: false }).downloadLink).toBe(good.downloadLink));
  it('limits the offer to the price, and reads 0 as none', () => {
    expect(parse({ offer: '12' }).offer).toBe(9.5);
    expect(parse({ offer: '0' }).offer).toBeNull();
    expect(parse({ editions: [{ ...edition, offer: '30' }] }).editions[0]?.offer).toBe(20);
  });
  it('returns errors for an incomplete draft, without an exception', () =>
    fc.assert(
      fc.property(fc.subarray(Object.keys(good) as Array<keyof ProductDraft>), fc.anything(), (names, value) => {
        const half = { ...good, ...Object.fromEntries(names.map((name) => [name, value])) } as ProductDraft;
        expect(() => checkDraft(half, true)).not.toThrow();
        for (const name of names) delete half[name];
        expect(() => checkDraft(half, true)).not.toThrow();
      }),
    ));
  it('returns errors for invalid data, without an exception', () =>
    fc.assert(
      fc.property(fc.anything(), (nonsense) => {
        expect(checkDraft(nonsense as ProductDraft, true).ok).toBe(false);
      }),
    ));
});

describe('the content of a revision', () => {
  it('is converted to its draft and back', () => {
    const draft: ProductDraft = {
      ...good,
      price: '9,50',
      offer: '5',
      nameEn: 'Tower',
      description: '<p>Hola</p>',
      genres: 'RPG, Magia',
      images: [{ ...picture, width: 1600, height: 900 }],
      banner: { ...picture, width: 1600, height: 900 },
      editions: [
        {
          ...edition,
          key: 'n0',
          reservation: true,
          releaseDate: '2030-02-03',
          cover: picture,
          includes: 'Tres mapas\nMúsica',
          includesEn: 'Three maps',
        },
      ],
      bundles: [{ ...bundle, offer: '12' }],
      version: '2.0',
      changes: 'Más rápido',
    };
    expect(toDraft('torre', toContent(parse(draft)), 'es')).toEqual(draft);
    const inEnglish = toDraft('torre', toContent(parse(draft)), 'en');
    expect([inEnglish.price, inEnglish.offer]).toEqual(['9.50', '5']);
    // Reading it in another language changes nothing.
    expect(markOf(inEnglish)).toBe(markOf(toDraft('torre', toContent(parse(draft)), 'es')));
  });
  it('keeps ids, placeholders, dates and versions', () => {
    const blur = 'data:image/webp;base64,UklGRhIAAABXRUJQ';
    const id = bundle.productIds[0] ?? '';
    const draft: ProductDraft = {
      ...good,
      compatible: '1.20.1, 1.21',
      reservation: true,
      releaseDate: '2030-02-03',
      cover: { ...picture, blur },
      banner: { ...picture, width: 1600, height: 900, blur },
      images: [{ ...picture, width: 800, height: 600, blur }],
      editions: [{ ...edition, id, key: id, cover: { ...picture, blur } }],
      bundles: [{ ...bundle, id, key: id }],
    };
    expect(toDraft('torre', toContent(parse(draft)), 'es')).toEqual(draft);
  });
  it('of a product without pictures is converted as well', () => {
    const content = { ...toContent(parse({})), portada_url: null, portada_blur: null };
    expect(toDraft('torre', content, 'es')).toMatchObject({ cover: null, banner: null, images: [] });
  });
  it.each([null, undefined, 0, '0', '0.00'])('reads the offer %j as none', (oferta) => {
    const content = { ...toContent(parse({ editions: [edition] })), oferta };
    expect(toDraft('torre', content, 'es').offer).toBe('');
  });
  it('has sanitised HTML', () => {
    const { descripcion } = toContent(parse({ description: '<p onclick="x()">Hola<script>x()</script></p>' }));
    expect(descripcion).toBe('<p>Hola</p>');
    expect(toContent(parse({ description: '<p> </p><p>&nbsp;</p>' })).descripcion).toBe('');
  });
});

describe('findDifferences', () => {
  it('finds exactly the changes', () => {
    const after = { ...good, price: '12', images: [picture], editions: [edition] };
    expect(findDifferences(good, after).map(({ field }) => field)).toEqual(['price', 'images', 'editions']);
    expect(findDifferences(good, good)).toEqual([]);
    const names = { [bundle.productIds[0] ?? '']: 'Torre Sur' };
    expect(findDifferences(good, { ...good, bundles: [bundle] }, names)).toEqual([
      { field: 'bundles', before: '', after: 'Las dos torres · 15 € · Torre Sur' },
    ]);
  });
  it('shows the filled fields of a new product', () => {
    const fields = findDifferences(null, good).map(({ field }) => field);
    expect(fields).toEqual(expect.arrayContaining(['name', 'slug', 'price', 'cover', 'downloadLink']));
    expect(fields).not.toContain('legal');
  });
});

describe('isSameButPrices', () => {
  const base = { ...good, editions: [edition], images: [picture] };
  it.each([
    ['a price', { price: '8' }, true],
    ['an offer', { offer: '5' }, true],
    ['the price of an edition', { editions: [{ ...edition, price: '15', offer: '12' }] }, true],
    ['the reported size of a picture', { images: [{ ...picture, width: 1 }] }, true],
    ['the name', { name: 'Otra' }, false],
    ['the name of an edition', { editions: [{ ...edition, name: 'Plata' }] }, false],
    ['one edition less', { editions: [] }, false],
    ['the file', { downloadLink: 'https://ejemplo.test/otra.zip' }, false],
    ['a bundle', { bundles: [bundle] }, false],
    ['a picture', { images: [{ ...picture, url: '/media/portadas/a/c.webp' }] }, false],
  ])('ignores or detects a change of %s', (_what, change, same) =>
    expect(isSameButPrices(parse(base), parse({ ...base, ...change }))).toBe(same),
  );

  it('recognises a product read back from the database', () => {
    const parsed = parse({ ...base, editions: [{ ...edition, id: bundle.productIds[0] ?? null }] });
    const again = checkDraft(toDraft('torre', JSON.parse(JSON.stringify(toContent(parsed))), 'es'), false);
    expect(again.ok && isSameButPrices(parsed, again.value)).toBe(true);
  });
});

describe('readKept', () => {
  it('restores saved fields, and empties unknown ones', () => {
    const draft = { ...good, editions: [edition] };
    expect(readKept(JSON.parse(JSON.stringify({ draft, base: markOf(good) })))).toEqual({ draft, base: markOf(good) });
    expect(readKept({ draft: { name: 7, images: 'x', cover: 'y', other: 1 }, base: 3 })).toEqual({
      draft: emptyDraft,
      base: '',
    });
    expect(readKept(null)).toEqual({ draft: emptyDraft, base: '' });
  });
  it('distinguishes two drafts by their marks', () => {
    expect(markOf(good)).not.toBe(markOf({ ...good, price: '9,51' }));
    expect(markOf({ ...good, name: 'Torre, mina' })).not.toBe(markOf({ ...good, name: 'Torre. mina' }));
  });
  it.each(['price', 'offer'] as const)('gives a decimal comma and a point in the %s one mark', (field) =>
    expect(markOf({ ...good, [field]: '7,50' })).toBe(markOf({ ...good, [field]: '7.50' })),
  );
});
