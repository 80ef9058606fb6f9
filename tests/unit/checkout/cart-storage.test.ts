// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import {
  clearPaid,
  forgetGoods,
  markPaying,
  readCart,
  replaceCart,
  writeCart,
} from '@/components/checkout/cart/cart-storage';

const id = '3f0e1f6a-93d7-4c55-8a1e-0c5d1f4a2b3c';
const product = {
  persona: 'ana',
  producto: { slug: 'domador', nombre: 'Domador' },
  edicion: null,
  bundle: null,
  precio: 9.99,
  cupon: null,
  destinatario: null,
};
const pack = { ...product, producto: null, bundle: { id, nombre: 'Las dos torres' } };
const ofProduct = { selection: { producto: 'domador', edicion: null, bundle: null }, coupon: null, recipient: null };
const ofPack = { selection: { producto: null, edicion: null, bundle: id }, coupon: null, recipient: null };

const keep = (value: unknown) => localStorage.setItem('cart', JSON.stringify(value));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('a cart stored in the browser', () => {
  test('is emptied by its own goods only, with any coupon', () => {
    writeCart({ ...product, cupon: 'FORJA20' });
    for (const other of ['faro', 'domador&edicion=x', 'domador&modoCompra=regalo&destinatario=ana_1']) {
      forgetGoods(`/cart?producto=${other}`);
      expect(readCart('ana')).not.toBeNull();
    }
    forgetGoods('/cart?producto=domador');
    expect(readCart('ana')).toBeNull();
    expect(localStorage).toHaveLength(0);
  });

  test.each([
    ['a product', product, ofProduct],
    ['a bundle', pack, ofPack],
    ['a product with a coupon', { ...product, cupon: 'FORJA20' }, { ...ofProduct, coupon: 'FORJA20' }],
    ['a product for another person', { ...product, destinatario: 'ana_1' }, { ...ofProduct, recipient: 'ana_1' }],
    ['a bundle for another person', { ...pack, destinatario: 'ana_1' }, { ...ofPack, recipient: 'ana_1' }],
  ])('is restored for %s', (_what, item, basket) => {
    writeCart(item);
    expect(readCart('ana')).toEqual(basket);
  });

  test('is replaced by the next item, with its recipient', () => {
    writeCart({ ...product, destinatario: 'ana_1' });
    writeCart(product);
    expect(readCart('ana')).toEqual(ofProduct);
    writeCart({ ...product, destinatario: 'ana_1' });
    expect(readCart('ana')).toEqual({ ...ofProduct, recipient: 'ana_1' });
  });

  test("reports a replaced item, unless it is the same or another person's", () => {
    expect(replaceCart(product)).toBeNull();
    expect(replaceCart({ ...product, cupon: 'FORJA20' })).toBeNull();
    const replaced = replaceCart(pack);
    expect(replaced?.name).toBe(product.producto.nombre);
    expect(replaced?.basket).toEqual({ ...ofProduct, coupon: 'FORJA20' });
    expect(readCart('ana')).toEqual(ofPack);
    expect(replaceCart({ ...product, persona: 'eva' })).toBeNull();
  });

  test('is cleared once after its payment, with any coupon, but not of a newer item', () => {
    writeCart({ ...product, cupon: 'FORJA20' });
    clearPaid('?session_id=cs_1');
    expect(readCart('ana')).not.toBeNull();
    markPaying(ofProduct.selection, null, 'cs_1');
    clearPaid('?session_id=cs_1');
    expect(readCart('ana')).toBeNull();
    writeCart(product);
    clearPaid('?session_id=cs_1');
    expect(readCart('ana')).toEqual(ofProduct);
    markPaying(ofProduct.selection, 'ana_1', 'cs_2');
    clearPaid('?session_id=cs_2');
    expect(readCart('ana')).toEqual(ofProduct);
    markPaying(ofProduct.selection, null, 'cs_3');
    writeCart(pack);
    clearPaid('?session_id=cs_3');
    expect(readCart('ana')).toEqual(ofPack);
  });

  test.each(['?session_id=the-one', '?token=the-one&PayerID=7', '?gratuito=1&pago=the-one'])(
    'is cleared if the purchase ends in another tab, as after the PayPal app: %s',
    (query) => {
      writeCart(product);
      markPaying(ofProduct.selection, null, 'the-one');
      sessionStorage.clear();
      clearPaid(query);
      expect(readCart('ana')).toBeNull();
    },
  );

  test.each(['', '?session_id=another', '?other=the-one'])('survives the end of another purchase: %s', (query) => {
    writeCart(product);
    markPaying(ofProduct.selection, null, 'the-one');
    clearPaid(query);
    expect(readCart('ana')).toEqual(ofProduct);
    clearPaid('?pago=the-one');
    expect(readCart('ana')).toBeNull();
  });

  test('is visible to its owner only, not to the next person at the computer', () => {
    writeCart({ ...product, cupon: 'FORJA20', destinatario: 'ana_1' });
    expect(readCart('bea')).toBeNull();
    expect(readCart('ana')).not.toBeNull();
  });
});

test.each(['', 'a b', 'an', 'a'.repeat(21), 'ana/..', 7, { name: 'ana_1' }])(
  'a cart with a gift for the unknown recipient %o is invalid',
  (destinatario) => {
    for (const item of [product, pack]) {
      keep({ id: 1, ...item, destinatario });
      expect(readCart('ana')).toBeNull();
    }
  },
);
