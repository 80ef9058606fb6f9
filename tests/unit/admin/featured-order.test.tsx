// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FeaturedOrder } from '@/components/admin/featured-order-client';
import type { FeaturedProduct } from '@/lib/admin/featured';
import { buttonOf, press } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const actions = vi.hoisted(() => ({ orderFeatured: vi.fn(), unfeatureProduct: vi.fn() }));
vi.mock('@/lib/admin/featured-action', () => actions);
vi.mock('next/navigation', () => ({
  useRouter: () => ({ refresh() {} }),
  unstable_isUnrecognizedActionError: () => false,
}));

const { show } = openPlace();
const product = (id: string): FeaturedProduct => ({ id, name: id, slug: id, from: null, to: null, state: 'activo' });
const list = (...ids: string[]) => <FeaturedOrder products={ids.map(product)} />;

beforeEach(() => {
  vi.clearAllMocks();
  actions.unfeatureProduct.mockResolvedValue({ ok: true, value: undefined });
});

test('a product that moves to an end keeps the focus on its button, which does nothing more', async () => {
  let answer = (_: unknown) => {};
  actions.orderFeatured.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  await show(list('Mapa', 'Torre'));
  const button = buttonOf('Bajar Mapa');
  button.focus();
  await press('Bajar Mapa');
  await press('Bajar Mapa');
  expect(button.disabled).toBe(false);
  await act(async () => answer({ ok: true, value: undefined }));
  await show(list('Torre', 'Mapa'));
  expect([button.disabled, document.activeElement]).toEqual([false, buttonOf('Bajar Mapa')]);
  await press('Bajar Mapa');
  expect(actions.orderFeatured.mock.calls).toEqual([
    [
      ['Torre', 'Mapa'],
      ['Mapa', 'Torre'],
    ],
  ]);
});

test('a product is taken out after a question', async () => {
  await show(list('Mapa', 'Torre'));
  await press('Quitar Mapa');
  expect(actions.unfeatureProduct).not.toHaveBeenCalled();
  expect(document.querySelector('[role="dialog"]')?.textContent).toContain('Mapa');
  await press('Sí, quitarlo');
  expect(actions.unfeatureProduct).toHaveBeenCalledExactlyOnceWith('Mapa');
});
