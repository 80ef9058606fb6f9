import { describe, expect, it, test } from 'vitest';
import { originOf, saleSources } from '@/lib/catalog/sale-source';
import { purchaseInput } from '@/lib/checkout/schema';

const shop = 'https://shop.test';
const at = (landing: string, from = '', came: string | null = null) =>
  originOf({ slug: 'torre', came, landing: `${shop}${landing}`, from });
const link = (etiqueta: string | null) => ({ fuente: 'enlace', etiqueta });
const only = (fuente: string) => ({ fuente, etiqueta: null });

describe('the source of a product view', () => {
  test.each([
    ['/', 'inicio'],
    ['/search', 'busqueda'],
    ['/search/casa', 'busqueda'],
    ['/account/Ana', 'perfil'],
    ['/plugins', 'lista'],
    ['/p/mapa', 'lista'],
  ])('is the page of the shop at %s: %s', (path, source) => {
    expect(at('/account/Ana', '', path)).toEqual(only(source));
    // In a new tab, the referrer is used.
    expect(at('/p/torre', `${shop}${path}`)).toEqual(only(source));
  });

  test.each(['/cart', '/checkout', '/login', '/profile/orders', '/dashboard', '/success'])(
    'is not read from %s',
    (path) => {
      expect(at('/p/torre', '', path)).toBeNull();
      expect(at('/p/torre', `${shop}${path}`)).toBeNull();
    },
  );

  test.each([
    ['?ref=boletin', link('boletin')],
    ['?utm_source=%20Boletin-Mayo', link('boletin-mayo')],
    ['?ref=yo&utm_source=otro', link('yo')],
    ['?ref=%3Cscript%3E', link(null)],
    [`?ref=${'x'.repeat(31)}`, link(null)],
    ['?ref=ana%40example.com', link(null)],
    ['?ref=', link(null)],
    ['?cupon=FORJA20', link(null)],
    ['?ref=correo', only('correo')],
    ['', only('otra_web')],
  ])('is read from the address %s', (query, origin) => {
    expect(at(`/p/torre${query}`, 'https://foro.example/tema/7')).toEqual(origin);
  });

  it('is an embed, a typed address, or unknown', () => {
    expect(at('/p/torre', `${shop}/embed/torre`)).toEqual(only('insertado'));
    expect(at('/p/torre')).toEqual(only('directo'));
    expect(at('/trends')).toBeNull();
  });
});

describe('the source that a purchase sends', () => {
  const sent = (procedencia: unknown) =>
    purchaseInput.parse({ producto: 'torre', edicion: null, bundle: null, procedencia }).procedencia;

  it.each(saleSources)('is a label of the list: %s', (fuente) => {
    expect(sent({ fuente, etiqueta: null })).toEqual({ fuente, etiqueta: null });
  });

  it.each([undefined, null, 7, 'enlace', {}, { fuente: 'banco' }, { fuente: ['enlace'] }, { etiqueta: 'x' }])(
    'is missing if invalid, and the purchase continues: %j',
    (procedencia) => {
      expect(sent(procedencia)).toBeNull();
    },
  );

  it('has a clean tag, for links only', () => {
    expect(sent({ fuente: 'enlace', etiqueta: 'boletin' })).toEqual(link('boletin'));
    expect(sent({ fuente: 'enlace', etiqueta: '<b>' })).toEqual(link(null));
    expect(sent({ fuente: 'enlace' })).toEqual(link(null));
    expect(sent({ fuente: 'perfil', etiqueta: 'boletin' })).toEqual(only('perfil'));
  });
});
