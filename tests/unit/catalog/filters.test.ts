import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  addressOf,
  categoryListing,
  filtersOf,
  offersListing,
  orders,
  ordersOf,
  searchListing,
} from '@/lib/catalog/filters';

vi.mock('next/cache', () => ({ cacheLife: () => undefined, cacheTag: () => undefined }));
const { readFilters } = await import('@/lib/catalog/search');

const plugins = categoryListing('plugins');

describe('the address of a list', () => {
  it('is the list’s own without filters', () => {
    expect(addressOf(plugins, {})).toBe('/plugins');
    expect(addressOf(plugins, { genero: '', max: ' ', orden: 'nuevos', categoria: 'serie' })).toBe('/plugins');
    expect(addressOf(plugins, { orden: 'relevancia' })).toBe('/plugins');
    expect(addressOf(offersListing, { ofertas: '1' })).toBe('/ofertas');
    expect(addressOf(searchListing('50%'), { orden: 'relevancia' })).toBe('/search/50%25');
  });

  it('contains the filters in a fixed order', () => {
    const chosen = { orden: 'precio_asc', max: '10', genero: 'Magia & más', otro: 'x' };
    expect(addressOf(plugins, chosen)).toBe('/plugins/filtros?genero=Magia+%26+m%C3%A1s&max=10&orden=precio_asc');
    expect(addressOf(searchListing('a.b'), { club: '1' }, '1_x')).toBe('/search/a.b?club=1&cursor=1_x');
    expect(addressOf(plugins, {}, '5_y')).toBe('/plugins/filtros?cursor=5_y');
  });

  it('is parsed to the same filters', () => {
    const chosen = { genero: 'RPG', version: '1.21.4', max: '9.5', gratis: '1', orden: 'populares' } as const;
    const { searchParams } = new URL(addressOf(plugins, chosen), 'https://shop.test');
    expect(readFilters(Object.fromEntries(searchParams)).chosen).toEqual(chosen);
  });

  it('can contain anything, and invalid values are ignored', () => {
    const names = ['categoria', 'genero', 'version', 'max', 'gratis', 'club', 'ofertas', 'orden', 'cursor'];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.string(), fc.array(fc.string()))), (raw) => {
        const { chosen, cursor } = readFilters(raw);
        if (chosen.max !== undefined) expect(Number(chosen.max)).toBeGreaterThan(0);
        expect(addressOf(plugins, chosen, cursor)).toMatch(/^\/plugins(\/filtros\?|$)/);
      }),
    );
    expect(readFilters({ max: '1e400', orden: 'precio', version: '1.x', gratis: 'si', cursor: "1'" })).toEqual({
      chosen: {},
      cursor: undefined,
    });
  });
});

it('a list does not offer its own filter, and lists its default order first', () => {
  expect(filtersOf(plugins)).not.toContain('categoria');
  expect(filtersOf(offersListing)).not.toContain('ofertas');
  expect(filtersOf(offersListing)).toContain('categoria');
  expect(filtersOf(plugins)).toContain('ofertas');
  expect(ordersOf(plugins)).toEqual([
    'nuevos',
    ...orders.filter((order) => order !== 'nuevos' && order !== 'relevancia'),
  ]);
  expect(ordersOf(searchListing('x'))[0]).toBe('relevancia');
});
