// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { StepProduct } from '@/components/publish/step-product-client';
import { emptyDraft } from '@/lib/publish/types';
import { openPlace } from '../rendered.tsx';

vi.mock('@/components/publish/file-input-client', () => ({ FileInput: () => null }));
vi.mock('@/components/publish/many-files-client', () => ({ ManyFiles: () => null }));
vi.mock('@/components/publish/bundles-client', () => ({ Bundles: () => null }));
vi.mock('@/components/publish/use-own-choices', () => ({
  useOwnChoices: () => ({ found: [], hasFailed: false, isNone: false }),
}));
const { show } = openPlace();
const none = { found: [], chosen: [], isMore: false };

test('the legal notices in two languages have names of their own', async () => {
  const rates = { club: 30, join: 390, share: 20, paypal: 8 };
  const own = { first: { base: none, pack: none }, known: [], learn: () => {}, without: null };
  await show(<StepProduct isNew draft={emptyDraft} change={() => {}} own={own as never} rates={rates} />);
  const names = [...document.querySelectorAll('textarea')].map(({ labels }) => labels[0]?.textContent);
  expect(names).toEqual(['Aviso legal', 'Aviso legal en inglés']);
});
