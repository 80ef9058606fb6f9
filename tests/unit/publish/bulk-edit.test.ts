import { describe, expect, test } from 'vitest';
import { bulkRow } from '@/lib/publish/bulk/rows';
import { previewInput } from '@/lib/publish/bulk/schema';
import { type BulkForm, emptyBulkForm } from '@/lib/publish/bulk/types';

const ids = ['3f0c7a52-5f0e-4a4b-9f57-0d3a9a7c1a11'];
const read = (part: Partial<BulkForm>) => {
  const parsed = previewInput.safeParse({ ids, form: { ...emptyBulkForm, ...part } });
  if (parsed.success) return parsed.data.form;
  return Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]));
};

describe('a typed bulk edit', () => {
  test.each<[Partial<BulkForm>, object]>([
    [{ priceMode: 'set', price: '4,99', withEditions: false }, { precio: { modo: 'fijar', valor: 4.99 } }],
    [
      { priceMode: 'raise', price: ' 12.5 ' },
      { precio: { modo: 'subir', valor: 12.5 }, ediciones: true },
    ],
    [
      { offerMode: 'start', offerPercent: '20', offerUntil: '2026-12-01' },
      { oferta: { porcentaje: 20, hasta: '2026-12-01' } },
    ],
    [
      { versionMode: 'add', versions: '1.20 1.21.4,1.20' },
      { compatibles: { modo: 'anadir', valores: ['1.20', '1.21.4'] } },
    ],
    [{ genreMode: 'remove', genres: 'PvP, Magia ,' }, { generos: { modo: 'quitar', valores: ['PvP', 'Magia'] } }],
    [
      { offerMode: 'end', offerPercent: 'x' },
      { oferta: { modo: 'terminar' }, ediciones: true },
    ],
    [{ priceMode: 'set', price: '99' }, { precio: { modo: 'fijar', valor: 99 } }],
    [{ priceMode: 'lower', price: '99,99' }, { precio: { modo: 'bajar', valor: 99.99 } }],
    [{ priceMode: 'raise', price: '100' }, { precio: { modo: 'subir', valor: 100 } }],
    [{ offerMode: 'start', offerPercent: '1', offerUntil: '2026-12-01' }, { oferta: { porcentaje: 1 } }],
    [{ offerMode: 'start', offerPercent: '99', offerUntil: '2026-12-01' }, { oferta: { porcentaje: 99 } }],
    [{ genreMode: 'replace' }, { generos: { modo: 'poner', valores: [] } }],
  ])('%j', (part, change) => expect(read(part)).toMatchObject(change));

  test('reports the errors beside each field', () => {
    expect(read({})).toEqual({ 'form.priceMode': 'nothing' });
    expect(read({ priceMode: 'set', price: 'diez' })).toEqual({ 'form.price': 'price' });
    expect(read({ priceMode: 'set', price: '0' })).toEqual({ 'form.price': 'priceMost' });
    expect(read({ priceMode: 'set', price: '99,01' })).toEqual({ 'form.price': 'priceMost' });
    expect(read({ priceMode: 'lower', price: '100' })).toEqual({ 'form.price': 'percent' });
    for (const price of ['-5', '0', '1000', '12,345', 'x12', '12 %'])
      expect(read({ priceMode: 'raise', price }), price).toEqual({ 'form.price': 'percent' });
    for (const offerPercent of ['0', '0,5', '99,5', '100'])
      expect(read({ offerMode: 'start', offerPercent, offerUntil: '2026-12-01' }), offerPercent).toEqual({
        'form.offerPercent': 'percent',
      });
    expect(read({ offerMode: 'start' })).toEqual({ 'form.offerPercent': 'percent', 'form.offerUntil': 'dates' });
    expect(read({ versionMode: 'add', versions: 'uno' })).toEqual({ 'form.versions': 'compatible' });
    expect(read({ versionMode: 'remove', genreMode: 'add', genres: ' , ' })).toEqual({
      'form.versions': 'empty',
      'form.genres': 'empty',
    });
  });
});

test('the results of the database have amounts in cents', () => {
  const product = { id: 'a', slug: 'casa', nombre: 'Casa', nombre_en: null };
  const row = {
    productos: [
      {
        ...product,
        cambios: [
          { campo: 'precio', antes: 9.99, despues: 10.99, espera: false },
          { campo: 'oferta', edicion: 'Oro', antes: null, despues: 8, hasta: '2026-12-01', espera: false },
          { campo: 'oferta', edicion: null, antes: 5, despues: null, espera: false },
          { campo: 'generos', antes: [], despues: ['PvP'], espera: true },
        ],
        huella: 'x',
      },
      { id: 'b', slug: null, nombre: null, nombre_en: null, motivo: 'no_existe' },
    ],
  };
  expect(bulkRow.parse(row)).toEqual([
    {
      ...{ id: 'a', slug: 'casa', name: 'Casa', nameEn: null, reason: null, mark: 'x' },
      changes: [
        { field: 'price', edition: null, before: 999, after: 1099, until: null, waits: false },
        { field: 'offer', edition: 'Oro', before: null, after: 800, until: '2026-12-01', waits: false },
        { field: 'offer', edition: null, before: 500, after: null, until: null, waits: false },
        { field: 'genres', before: [], after: ['PvP'], waits: true },
      ],
    },
    { id: 'b', slug: null, name: null, nameEn: null, changes: null, reason: 'no_existe', mark: null },
  ]);
});
