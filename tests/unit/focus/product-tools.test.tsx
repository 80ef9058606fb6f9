// @vitest-environment jsdom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { ProductTools } from '@/components/publish/product-tools-client';
import { buttonOf } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

vi.mock('@/lib/publish/product-action', () => ({
  archiveProduct: vi.fn(),
  duplicateProduct: vi.fn(),
  takeBack: vi.fn(),
}));
vi.mock('next/navigation', () => ({ useRouter: () => ({}), unstable_isUnrecognizedActionError: () => false }));

const { show } = openPlace();
const press = (name: string) =>
  act(async () => {
    buttonOf(name).focus();
    buttonOf(name).click();
  });

test('the question before a product is archived has the focus, and gives it back', async () => {
  await show(<ProductTools product={{ id: 'p1', slug: 'mapa', isWaiting: false, isArchived: false }} />);
  expect(document.activeElement).toBe(document.body);
  await press('Archivar');
  expect(document.activeElement).toBe(buttonOf('No'));
  await press('No');
  expect(document.activeElement).toBe(buttonOf('Archivar'));
});
