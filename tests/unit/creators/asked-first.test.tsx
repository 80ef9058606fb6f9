// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { CancelWithdrawal } from '@/components/creators/cancel-withdrawal-client';
import { EndOffer } from '@/components/publish/offer-form-client';
import { RemoveAction } from '@/components/servers/remove-action-client';
import { StopCoupon } from '@/components/vouchers/own-coupon-form-client';
import { press } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const { run } = vi.hoisted(() => ({ run: vi.fn() }));
vi.mock('@/lib/publish/offer-action', () => ({ endOffer: run, planOffer: vi.fn() }));
vi.mock('@/lib/vouchers/own-action', () => ({ stopOwnCoupon: run, createOwnCoupon: vi.fn() }));
vi.mock('@/lib/creators/action', () => ({ cancelWithdrawal: run }));
vi.mock('@/lib/servers/action', () => ({ removeServerAction: run }));
vi.mock('next/navigation', () => ({
  useRouter: () => ({ refresh() {} }),
  unstable_isUnrecognizedActionError: () => false,
}));

const { show } = openPlace();
beforeEach(() => run.mockReset().mockResolvedValue({ ok: true, value: undefined }));
const dialog = () => document.querySelector('[role="dialog"]');

test.each([
  ['an offer that runs', <EndOffer key="e" id="1" isRunning label="Mapa" />, 'Terminar ahora', 'Mapa'],
  ['a planned offer', <EndOffer key="d" id="1" isRunning={false} label="Mapa" />, 'Quitar', 'Mapa'],
  ['a coupon', <StopCoupon key="s" id="1" code="VERANO" />, 'Parar', 'VERANO'],
  ['an action on servers', <RemoveAction key="r" id="1" name="Lista blanca" />, 'Quitar', 'Lista blanca'],
])('%s ends only after a question that names it', async (_what, button, label, name) => {
  await show(button);
  await press(label);
  expect(run).not.toHaveBeenCalled();
  expect(dialog()?.querySelector('h2')?.textContent).toContain(name);
  await press('Cancelar');
  expect(dialog()).toBeNull();
  await press(label);
  await act(async () => dialog()?.querySelector('button')?.click());
  expect(run).toHaveBeenCalledExactlyOnceWith('1');
});

test('a withdrawal is cancelled only after a question that names its amount and address', async () => {
  await show(<CancelWithdrawal id="1" amount="12,00 €" email="ana@gmail.com" />);
  await press('Cancelar este retiro');
  expect(run).not.toHaveBeenCalled();
  expect(dialog()?.textContent).toContain('12,00 €');
  expect(dialog()?.textContent).toContain('ana@gmail.com');
  await press('No cancelarlo');
  expect(dialog()).toBeNull();
  await press('Cancelar este retiro');
  await press('Sí, cancelarlo');
  expect(run).toHaveBeenCalledExactlyOnceWith('1');
});
