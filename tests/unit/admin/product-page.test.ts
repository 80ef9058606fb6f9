import { beforeEach, expect, test } from 'vitest';
import { openShop, shop } from '../shop-stub.ts';

const { getProduct } = await import('@/lib/admin/products');

const id = '0b0f5dd2-6c0e-4b52-9f36-0d9d3c1f7b1a';
const row = (change: object) => ({
  ...{ id, nombre: 'Torre', slug: 'torre', precio: '9.00', status: 'approved', disponibilidad: true, stock: true },
  ...{ unidades: null, destacado: false, visitas: 0, adquirido: 0, created_at: '2026-11-01T10:00:00Z' },
  ...{ archivado_at: null, oculto: false, usuarios_meta: { display_name: 'Ana' }, ediciones: [] },
  ...change,
});

beforeEach(() => {
  openShop();
  shop.answers.admin_oferta_fija = null;
  shop.tables.revisiones_producto = [];
});

test.each([
  [{}, true],
  [{ status: 'rejected' }, false],
  [{ archivado_at: '2026-11-20T10:00:00Z', oculto: true }, false],
  // A pack of UnCoins.
  [{ oculto: true }, false],
])('an admin sees whether a product has a page: %j', async (change, hasPage) => {
  shop.tables.productos = [row(change)];
  expect(await getProduct(id)).toMatchObject({ name: 'Torre', hasPage });
});
