// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { ForgetCart } from '@/components/checkout/cart/cart-memory-client';
import { readCart, writeCart } from '@/components/checkout/cart/cart-storage';
import { openPlace } from '../rendered.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({}) }));

const { show } = openPlace();
const item = {
  persona: 'ana',
  producto: { slug: 'domador', nombre: 'Domador' },
  edicion: null,
  bundle: null,
  precio: 9.99,
  cupon: null,
  destinatario: null,
};
beforeEach(() => localStorage.clear());

test('an address that can no longer be bought empties only its own cart', async () => {
  writeCart(item);
  await show(<ForgetCart goods="/cart?producto=retirado" />);
  expect(readCart('ana')).not.toBeNull();
  await show(<ForgetCart goods="/cart?producto=domador" />);
  expect(readCart('ana')).toBeNull();
});
