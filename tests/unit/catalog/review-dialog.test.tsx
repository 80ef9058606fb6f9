// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { ReviewDialog } from '@/components/reviews/review-dialog-client';
import { press, said } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const { deleteReview } = vi.hoisted(() => ({ deleteReview: vi.fn() }));
vi.mock('@/lib/reviews/action', () => ({ deleteReview, saveReview: vi.fn() }));
vi.mock('@/lib/core/http/fetch-json', () => ({
  fetchJson: async () => ({ review: { stars: 4, text: 'Va muy bien', hiddenReason: null } }),
}));
vi.mock('next/navigation', () => ({
  useRouter: () => ({ refresh() {} }),
  unstable_isUnrecognizedActionError: () => false,
}));
vi.mock('@/components/ui/toast', () => ({ toast: async () => undefined }));

const { show } = openPlace();
beforeEach(() => deleteReview.mockReset().mockResolvedValue({ ok: true, value: undefined }));

test('a review is deleted only after a confirmation, which keeps the input', async () => {
  await show(<ReviewDialog productId="p1" name="Mapa" onClose={() => {}} />);
  await press('Borrar');
  expect(said()).toContain('con la respuesta del creador');
  expect(document.activeElement?.textContent).toBe('No borrarla');
  await press('No borrarla');
  expect(deleteReview).not.toHaveBeenCalled();
  expect(document.querySelector('textarea')?.value).toBe('Va muy bien');
  await press('Borrar');
  await press('Sí, borrarla');
  expect(deleteReview).toHaveBeenCalledExactlyOnceWith('p1');
});
