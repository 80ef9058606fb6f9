// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { DecideRefund } from '@/components/support/decide-refund-client';
import { buttonOf, press, said, type } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const { decideRefund } = vi.hoisted(() => ({ decideRefund: vi.fn() }));
vi.mock('@/lib/support/action', () => ({ decideRefund }));
vi.mock('next/navigation', () => ({
  useRouter: () => ({ refresh() {} }),
  unstable_isUnrecognizedActionError: () => false,
}));

const { show } = openPlace();
beforeEach(() => vi.clearAllMocks());

const confirm = () =>
  act(async () => document.querySelector<HTMLButtonElement>('[role=dialog] .space-y-4 button')?.click());

async function answer(words: string) {
  const text = document.querySelector('textarea') as HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(text, words);
  await act(async () => text.dispatchEvent(new Event('input', { bubbles: true })));
}

test.each([
  [1, 'Devolver 1 UnCoin'],
  [2000, 'Devolver 2000 UnCoins'],
  [12_000, 'Devolver 12.000 UnCoins'],
])('%i coins are written as everywhere', async (cents, label) => {
  await show(<DecideRefund id="s1" left={cents} proposed={cents} inCoins isRefused={false} />);
  expect(buttonOf('Devolver').textContent).toBe(label);
});

test('the confirmed amount is refunded, of a top-up the money of its unspent coins unless another is typed', async () => {
  decideRefund.mockResolvedValue({ ok: false, error: 'importe_no_valido' });
  await show(<DecideRefund id="s1" left={1590} proposed={159} inCoins={false} isRefused={false} />);
  await answer('Las que te quedan.');
  for (const [typed, shown, cents] of [
    [null, '1,59', 159],
    ['2.50', '2,50', 250],
  ] as const) {
    if (typed) await type('Importe en euros', typed);
    await press('Devolver');
    expect(document.querySelector('[role=dialog]')?.textContent).toContain(`Devolver ${shown}`);
    await confirm();
    expect(decideRefund).toHaveBeenLastCalledWith({ id: 's1', cents, text: 'Las que te quedan.' });
  }
  decideRefund.mockClear();
  await type('Importe en euros', 'nada');
  await press('Devolver');
  await confirm();
  expect(decideRefund).not.toHaveBeenCalled();
  expect(said()).toContain('Escribe un importe mayor que cero');
});

test('the answer names who reads it', async () => {
  await show(<DecideRefund id="s1" left={499} proposed={499} inCoins={false} isRefused={false} />);
  expect(document.body.textContent).toMatch(/La lee quien lo pidió.*el creador/);
});

test('the button that refuses keeps the focus while the answer is sent', async () => {
  decideRefund.mockImplementation(() => new Promise(() => {}));
  await show(<DecideRefund id="s1" left={499} proposed={499} inCoins={false} isRefused={false} />);
  await answer('Ya no se puede.');
  await press('Rechazar');
  await press('Rechazar');
  expect(buttonOf('Rechazar').disabled).toBe(false);
  expect(decideRefund).toHaveBeenCalledExactlyOnceWith({ id: 's1', cents: null, text: 'Ya no se puede.' });
});
