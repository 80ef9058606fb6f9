// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AnswerDialog } from '@/components/reviews/answer-dialog-client';
import { ReviewDialog } from '@/components/reviews/review-dialog-client';
import { press, said } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const { deleteReview, send } = vi.hoisted(() => ({ deleteReview: vi.fn(), send: vi.fn() }));
vi.mock('@/lib/reviews/action', () => ({ deleteReview, saveReview: send, answerReview: send }));
vi.mock('@/lib/core/http/fetch-json', () => ({
  fetchJson: async () => ({ review: who.id === 'u3' ? null : { stars: 4, text: 'Va muy bien', hiddenReason: null } }),
}));
const who = vi.hoisted(() => ({ id: 'u1' }));
vi.mock('@/components/account/use-me', () => ({ useMe: () => ({ status: 'user', me: who }) }));
vi.mock('next/navigation', () => ({
  useRouter: () => ({ refresh() {} }),
  unstable_isUnrecognizedActionError: () => false,
}));
const toast = vi.hoisted(() => vi.fn());
vi.mock('@/components/ui/toast', () => ({ toast }));

const { show } = openPlace();
beforeEach(() => {
  who.id = 'u1';
  sessionStorage.clear();
  for (const action of [deleteReview, send, toast])
    action.mockReset().mockResolvedValue({ ok: true, value: undefined });
});

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

const close = () => {};
test.each([
  ['a review', 'Va muy bien', (key: number) => <ReviewDialog key={key} productId="p1" name="Mapa" onClose={close} />],
  ['an answer', 'Gracias', (key: number) => <AnswerDialog key={key} reviewId="r1" answer="Gracias" onClose={close} />],
])('what was typed of %s is there after the dialog was closed, until it is saved', async (_what, saved, dialog) => {
  const area = () => document.querySelector('textarea') as HTMLTextAreaElement;
  await show(dialog(1));
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area(), 'Lo uso a diario.');
  await act(async () => area().dispatchEvent(new Event('input', { bubbles: true })));
  await show(dialog(2));
  expect(area().value).toBe('Lo uso a diario.');
  await press('Guardar');
  expect(send).toHaveBeenCalledOnce();
  await show(dialog(3));
  expect(area().value).toBe(saved);
});

test('an emptied answer is withdrawn, as the button and the message say', async () => {
  await show(<AnswerDialog reviewId="r1" answer="Gracias" onClose={close} />);
  const area = document.querySelector('textarea') as HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, '');
  await act(async () => area.dispatchEvent(new Event('input', { bubbles: true })));
  await press('Retirar la respuesta');
  expect(send).toHaveBeenCalledExactlyOnceWith({ reviewId: 'r1', text: '' });
  await expect.poll(() => toast.mock.calls).toEqual([['success', 'Respuesta retirada.']]);
});

test('what somebody typed of a review is not shown to the next person in the tab', async () => {
  const dialog = (key: number) => <ReviewDialog key={key} productId="p1" name="Mapa" onClose={close} />;
  const area = () => document.querySelector('textarea') as HTMLTextAreaElement;
  await show(dialog(1));
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area(), 'Lo uso a diario.');
  await act(async () => area().dispatchEvent(new Event('input', { bubbles: true })));
  who.id = 'u2';
  await show(dialog(2));
  expect(area().value).toBe('Va muy bien');
});

test('somebody who signs in in another tab begins with a review of their own', async () => {
  const dialog = () => <ReviewDialog productId="p1" name="Mapa" onClose={close} />;
  const area = () => document.querySelector('textarea') as HTMLTextAreaElement;
  const chosen = () => document.querySelector<HTMLInputElement>('input:checked')?.value;
  await show(dialog());
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area(), 'Lo uso a diario.');
  await act(async () => area().dispatchEvent(new Event('input', { bubbles: true })));
  who.id = 'u3';
  await show(dialog());
  expect([area().value, chosen()]).toEqual(['', undefined]);
  expect(Object.values(sessionStorage)).toEqual(['Lo uso a diario.']);
  who.id = 'u1';
  await show(dialog());
  expect([area().value, chosen()]).toEqual(['Lo uso a diario.', '4']);
});
