import { describe, expect, test } from 'vitest';
import { minecraftName } from '@/lib/account/names/minecraft-name';
import { basketPath, parseBasket } from '@/lib/checkout';

const edition = '3f0e1f6a-93d7-4c55-8a1e-0c5d1f4a2b3c';

describe('a basket in an address', () => {
  test.each([
    [{ producto: 'fragua-arcana' }, '/cart?producto=fragua-arcana'],
    [{ producto: 'fragua-arcana', edicion: edition }, `/cart?producto=fragua-arcana&edicion=${edition}`],
    [{ producto: 'fragua-arcana', cupon: 'FORJA20' }, '/cart?producto=fragua-arcana&cupon=FORJA20'],
    [{ bundle: edition }, `/cart?bundle=${edition}`],
    [{ bundle: edition, destinatario: 'ana_1' }, `/cart?bundle=${edition}&modoCompra=regalo&destinatario=ana_1`],
  ])('%o is encoded as %s and decoded', (query, path) => {
    const basket = parseBasket(query);
    expect(basket && basketPath('/cart', basket)).toBe(path);
    expect(parseBasket(Object.fromEntries(new URL(path, 'http://shop').searchParams))).toEqual(basket);
  });

  test('a product takes precedence over a bundle, and the first of repeated values counts', () => {
    expect(parseBasket({ producto: ['uno', 'dos'], bundle: edition })?.selection).toEqual({
      producto: 'uno',
      edicion: null,
      bundle: null,
    });
  });

  test('a coupon requires a product', () => {
    expect(parseBasket({ bundle: edition, cupon: 'FORJA20' })?.coupon).toBeNull();
  });

  test.each([
    {},
    { producto: '' },
    { producto: '../etc' },
    { producto: 'Fragua Arcana' },
    { producto: 'a'.repeat(81) },
    { producto: 'fragua-arcana', edicion: 'uno' },
    { bundle: '1 or 1=1' },
    { producto: 'fragua-arcana', destinatario: 'a b' },
    { bundle: edition, destinatario: 'an' },
    { precio: '0.01' },
  ])('%o is not a basket', (query) => {
    expect(parseBasket(query)).toBeNull();
  });

  test('an invalid coupon is ignored', () => {
    expect(parseBasket({ producto: 'fragua-arcana', cupon: 'a b' })?.coupon).toBeNull();
    expect(parseBasket({ producto: 'fragua-arcana', cupon: 'x'.repeat(41) })?.coupon).toBeNull();
  });
});

describe('a Minecraft name of at least five characters', () => {
  const { pattern } = minecraftName(5);

  test.each(['cinco', 'A_16_largo_nombr', '12345', '_____'])('%s is a valid name', (name) => {
    expect(pattern.test(name)).toBe(true);
  });
  test.each(['', 'four', 'diecisiete_letras', 'con espacio', 'ñandú', 'punto.', 'cinco\n'])(
    '%j is no valid name',
    (name) => {
      expect(pattern.test(name)).toBe(false);
    },
  );
});
