// @vitest-environment jsdom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { ProductEdit } from '@/components/admin/product-edit-client';
import type { AdminProduct } from '@/lib/admin/products';
import { press, said, type } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const { editProduct } = vi.hoisted(() => ({ editProduct: vi.fn() }));
vi.mock('@/lib/admin/product-action', () => ({ editProduct }));
vi.mock('next/navigation', () => ({
  useRouter: () => ({ refresh() {} }),
  usePathname: () => '/',
  unstable_isUnrecognizedActionError: () => false,
}));
vi.mock('@/components/ui/toast', () => ({ toast: async () => undefined }));

const { show } = openPlace();

const product = {
  ...{ id: 'p1', slug: 'torre', price: 9, offer: null, status: 'approved', units: null },
  ...{ isAvailable: true, inStock: true, isFeatured: false },
} as AdminProduct;

test('rejecting a product asks for a reason, and sends it', async () => {
  editProduct.mockResolvedValueOnce({ ok: false, error: 'motivo_no_valido' }).mockResolvedValue({ ok: true });
  await show(<ProductEdit product={product} />);
  expect(said()).not.toContain('Motivo');
  const status = document.querySelector('select') as HTMLSelectElement;
  status.value = 'rejected';
  await act(async () => status.dispatchEvent(new Event('change', { bubbles: true })));
  expect(said()).toContain('Lo lee su creador');
  await press('Guardar');
  expect(said()).toContain('Escribe el motivo (de 3 a 500 caracteres).');
  await type('Motivo', 'Copia de otra obra');
  await press('Guardar');
  expect(editProduct).toHaveBeenLastCalledWith({
    id: 'p1',
    slugBefore: 'torre',
    edit: { base: { status: 'approved' }, changes: { status: 'rejected' } },
    reason: 'Copia de otra obra',
  });
});

test('a product on sale can be taken down while its change waits, which says so', async () => {
  await show(<ProductEdit product={{ ...product, waitingRevision: 'r1' }} />);
  const options = [...(document.querySelector('select')?.options ?? [])].map(({ value }) => value);
  expect(options).toEqual(['approved', 'rejected']);
  expect(said()).toContain('se rechaza el cambio que espera');
});

test('the state of a product that is not on sale is decided in the queue while its revision waits', async () => {
  await show(<ProductEdit product={{ ...product, status: 'pending', waitingRevision: 'r1' }} />);
  expect(document.querySelector('select')).toBeNull();
  expect(document.querySelector('a')?.getAttribute('href')).toContain('/moderation/r1');
});
