// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { DecideRefund } from '@/components/support/decide-refund-client';
import { buttonOf, press } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const { decideRefund } = vi.hoisted(() => ({ decideRefund: vi.fn() }));
vi.mock('@/lib/support/action', () => ({ decideRefund }));
vi.mock('next/navigation', () => ({
  useRouter: () => ({ refresh() {} }),
  unstable_isUnrecognizedActionError: () => false,
}));

const { show } = openPlace();
beforeEach(() => vi.clearAllMocks());

test.each([
  [1, 'Devolver 1 UnCoin'],
  [2000, 'Devolver 2000 UnCoins'],
  [12_000, 'Devolver 12.000 UnCoins'],
])('%i coins are written as everywhere', async (cents, label) => {
  await show(<DecideRefund id="s1" cents={cents} inCoins isRefused={false} />);
  expect(buttonOf('Devolver').textContent).toBe(label);
});

test('the button that refuses keeps the focus while the answer is sent', async () => {
  decideRefund.mockImplementation(() => new Promise(() => {}));
  await show(<DecideRefund id="s1" cents={499} inCoins={false} isRefused={false} />);
  const text = document.querySelector('textarea') as HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(text, 'Ya no se puede.');
  await act(async () => text.dispatchEvent(new Event('input', { bubbles: true })));
  await press('Rechazar');
  await press('Rechazar');
  expect(buttonOf('Rechazar').disabled).toBe(false);
  expect(decideRefund).toHaveBeenCalledOnce();
});

test('the answer names who reads it', async () => {
  await show(<DecideRefund id="s1" cents={499} inCoins={false} isRefused={false} />);
  expect(document.body.textContent).toMatch(/La lee quien lo pidió.*el creador/);
});
