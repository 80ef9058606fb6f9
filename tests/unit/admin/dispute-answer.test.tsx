// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { DisputeAnswer } from '@/components/admin/dispute-answer-client';
import { fail, succeed } from '@/lib/core/action/result';
import { buttonOf, press, said } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const { saveDisputeAnswer, sendDisputeAnswer, refresh } = vi.hoisted(() => ({
  saveDisputeAnswer: vi.fn(),
  sendDisputeAnswer: vi.fn(),
  refresh: vi.fn(),
}));
vi.mock('@/lib/admin/dispute-action', () => ({ saveDisputeAnswer, sendDisputeAnswer }));
vi.mock('next/navigation', () => ({
  useRouter: () => ({ refresh }),
  usePathname: () => '/dashboard-admin/disputes/d1',
  unstable_isUnrecognizedActionError: () => false,
}));

const { show } = openPlace();
beforeEach(() => {
  vi.clearAllMocks();
  sessionStorage.clear();
});

const page = (saved: string | null, proposed = 'Propuesta') => (
  <DisputeAnswer
    id="d1"
    saved={saved}
    proposed={proposed}
    maxLength={2000}
    amount="9,99 €"
    buyer="Ana"
    provider="Stripe"
    files={['f1']}
    isOnItsWay={false}
  />
);
const area = () => document.querySelector('textarea') as HTMLTextAreaElement;
async function write(text: string) {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area(), text);
  await act(async () => area().dispatchEvent(new Event('input', { bubbles: true })));
}
async function send() {
  await press('Enviar');
  await press('Enviar la respuesta');
}

test('an answer is sent with the text that it was typed upon, not with a draft saved meanwhile', async () => {
  sendDisputeAnswer.mockResolvedValue(succeed(undefined));
  await show(page(null));
  await write('De A');
  await show(page('De B'));
  expect(area().value).toBe('De A');
  await send();
  expect(sendDisputeAnswer).toHaveBeenCalledWith({ id: 'd1', base: 'Propuesta', text: 'De A', files: ['f1'] });
});

test('a draft is saved upon the proposal that was shown, also when the proposal has changed', async () => {
  saveDisputeAnswer.mockResolvedValue(succeed(undefined));
  await show(page(null));
  await write('De A');
  await show(page(null, 'Propuesta con otra descarga'));
  await press('Guardar');
  expect(saveDisputeAnswer).toHaveBeenCalledWith({ id: 'd1', base: 'Propuesta', text: 'De A' });
});

test.each([
  ['typed', 'De A'],
  ['untouched', 'Propuesta'],
])('a refused answer (%s) is compared with the draft of another admin before it is sent', async (_what, own) => {
  sendDisputeAnswer.mockResolvedValue(fail('conflicto', { details: { text: 'De B' } }));
  await show(page(null));
  if (own === 'De A') await write(own);
  await send();
  await show(page('De B'));
  expect(document.querySelector('[role=dialog]')).toBeNull();
  expect(said()).toContain('De B');
  expect(area().value).toBe(own);
  expect(buttonOf('Enviar').disabled).toBe(true);
  await press('Poner lo mío');
  sendDisputeAnswer.mockResolvedValue(succeed(undefined));
  await send();
  expect(sendDisputeAnswer).toHaveBeenLastCalledWith({ id: 'd1', base: 'De B', text: own, files: ['f1'] });
});
