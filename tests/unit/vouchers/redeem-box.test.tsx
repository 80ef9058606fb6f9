// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { RedeemBox } from '@/components/vouchers/redeem-box-client';
import { openPlace } from '../rendered.tsx';

const calls = vi.hoisted(() => ({ lookUpCode: vi.fn(), redeemCode: vi.fn(), toast: vi.fn() }));
vi.mock('next/navigation', async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({ refresh: () => {} }),
}));
vi.mock('@/lib/vouchers/codes/action', () => calls);
vi.mock('@/components/ui/toast', () => ({ toast: calls.toast }));

const { show } = openPlace();
beforeEach(() => {
  const value = { name: 'Domador', edition: null, coverUrl: '/cover.png', coverBlur: null };
  calls.lookUpCode.mockReset().mockResolvedValue({ ok: true, value });
  calls.redeemCode.mockReset().mockResolvedValue({ ok: true, value: 'order' });
  calls.toast.mockReset();
});

const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name) as HTMLButtonElement;
const press = (name: string) => act(async () => button(name).click());
const type = (text: string) =>
  act(async () => {
    const field = document.querySelector('input') as HTMLInputElement;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  });
const text = () => document.body.textContent;

async function reachName() {
  await show(<RedeemBox leastName={6} />);
  await type('AAAA-BBBB');
  await press('Canjear');
}

test('a code of spaces is refused without asking the shop', async () => {
  await show(<RedeemBox leastName={6} />);
  await type('   ');
  await press('Canjear');
  expect(text()).toContain('Introduce un código válido.');
  expect(calls.lookUpCode).not.toHaveBeenCalled();
});

test('a code is redeemed for a name of at least six characters', async () => {
  await reachName();
  await type('');
  expect(text()).toContain('Introduce un nombre de Minecraft válido.');
  await type('corto');
  expect(text()).toContain('El nombre de Minecraft debe tener al menos 6 caracteres.');
  await press('Confirmar canje');
  expect(button('Confirmar canje').getAttribute('aria-disabled')).toBe('true');
  expect(calls.redeemCode).not.toHaveBeenCalled();
  await type('jugador');
  const setTimer = vi.spyOn(globalThis, 'setTimeout').mockImplementation(() => 0 as never);
  await press('Confirmar canje');
  expect(calls.redeemCode).toHaveBeenCalledExactlyOnceWith('AAAA-BBBB', 'jugador', undefined);
  expect(calls.toast).toHaveBeenCalledExactlyOnceWith('success', 'Código canjeado con éxito.');
  // The page is loaded again after that.
  expect(setTimer.mock.calls.map(([, delay]) => delay)).toContain(600);
  setTimer.mockRestore();
});

test.each([
  ['codigo_no_valido', 'Código de canje no válido o ya utilizado.'],
  ['fallo', 'Error al canjear el código, inténtalo de nuevo.'],
  ['sin_respuesta', 'Error al actualizar el estado del código.'],
])('a code that cannot be redeemed (%s) says so', async (error, message) => {
  calls.redeemCode.mockResolvedValue({ ok: false, error });
  await reachName();
  await type('jugador');
  await press('Confirmar canje');
  expect(text()).toContain(message);
});
