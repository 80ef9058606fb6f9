// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { keepVisit } from '@/components/catalog/product/visits';
import { readOrigin } from '@/components/checkout/sale-origin';

const shop = 'https://shop.test';
beforeEach(() => sessionStorage.clear());

test('the last visit with a known source counts, and a typed address only without another one', () => {
  expect(readOrigin('torre')).toBeNull();
  keepVisit('torre', { landing: `${shop}/p/torre`, from: '' });
  expect(readOrigin('torre')).toEqual({ fuente: 'directo', etiqueta: null });
  keepVisit('torre', { landing: `${shop}/p/torre?ref=boletin`, from: '' });
  sessionStorage.came = '/cart';
  keepVisit('torre', { landing: `${shop}/`, from: '' });
  keepVisit('torre', { landing: `${shop}/p/torre`, from: '' });
  expect(readOrigin('torre')).toEqual({ fuente: 'enlace', etiqueta: 'boletin' });
});

test('a followed link is the source of one visit, and a bundle has the source of the last product', () => {
  sessionStorage.came = '/account/Ana';
  keepVisit('torre', { landing: `${shop}/`, from: '' });
  expect(readOrigin(null)).toEqual({ fuente: 'perfil', etiqueta: null });
  keepVisit('mapa', { landing: `${shop}/p/mapa`, from: 'https://foro.example/' });
  expect(readOrigin('mapa')).toEqual({ fuente: 'otra_web', etiqueta: null });
  expect(readOrigin(null)).toEqual({ fuente: 'otra_web', etiqueta: null });
  expect(readOrigin('torre')).toEqual({ fuente: 'perfil', etiqueta: null });
});
