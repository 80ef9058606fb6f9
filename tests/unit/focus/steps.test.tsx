// @vitest-environment jsdom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { NewPasswordForm } from '@/components/account/new-password-form-client';
import { Enrol } from '@/components/account/two-factor/enrol-client';
import { RenewCodes } from '@/components/account/two-factor/renew-codes-client';
import { Notice } from '@/components/ui/notice';
import { RedeemBox } from '@/components/vouchers/redeem-box-client';
import messages from '@/messages/es.json';
import { openPlace } from '../rendered.tsx';

vi.mock('next/navigation', async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({ refresh: () => {} }),
  usePathname: () => '/',
}));
vi.mock('@/lib/account/sign-in/action', () => ({ newPasswordAction: async () => ({ done: true }) }));
vi.mock('@/lib/account/two-factor/action', () => ({
  beginTwoFactor: async () => ({
    ok: true,
    value: { factorId: '1', secret: 'ABCDEFGH', qr: { size: 1, path: 'M0 0' } },
  }),
  finishTwoFactor: async () => ({ ok: true, value: ['first-code'] }),
  renewRecoveryCodes: async () => ({ ok: true, value: ['first-code'] }),
}));
vi.mock('@/lib/vouchers/codes/action', () => ({
  lookUpCode: async () => ({
    ok: true,
    value: { name: 'Domador', edition: null, coverUrl: '/cover.png', coverBlur: null },
  }),
}));

const { show } = openPlace();

const press = (name: string) =>
  act(async () => {
    const found = [...document.querySelectorAll('button')].findLast((button) => button.textContent === name);
    found?.focus();
    found?.click();
  });

const focused = () => document.activeElement?.textContent;

test('a saved password is announced instead of the form', async () => {
  await show(<NewPasswordForm isOpen next="/" />);
  await press('Guardar contraseña');
  await expect.poll(() => focused()).toBe(messages.auth.passwordSaved);
});

test('each step of the setup of an app moves the focus to its start', async () => {
  await show(<Enrol title="Activar" text="" suggestedName="App" asksPassword={false} next={null} />);
  await press('Configurar una app');
  await expect.poll(() => focused()).toBe(messages.twoFactor.scan);
  await press('Activar');
  await expect.poll(() => focused()).toBe('Tus códigos nuevos');
});

test('the back button moves the focus to the field of the previous step', async () => {
  await show(<Enrol title="Activar" text="" suggestedName="App" asksPassword={false} next={null} />);
  await press('Configurar una app');
  await expect.poll(() => focused()).toBe(messages.twoFactor.scan);
  await press('Cancelar');
  expect(document.activeElement?.getAttribute('name')).toBe('name');
});

test('new recovery codes get the focus after the dialog closes, then their message', async () => {
  await show(<RenewCodes left={3} />);
  await press('Crear códigos nuevos');
  await press('Crear códigos nuevos');
  await expect.poll(() => focused()).toBe('Tus códigos nuevos');
  await act(async () => new Promise((done) => setTimeout(done, 20)));
  expect(focused()).toBe('Tus códigos nuevos');
  await press('Ya los he guardado');
  expect(focused()).toContain('Te quedan 3');
});

test('the result of a code gets the focus, and the field again for another code', async () => {
  await show(<RedeemBox leastName={6} />);
  const field = document.querySelector('input') as HTMLInputElement;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'AAAA-BBBB');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await press('Canjear');
  await expect.poll(() => focused()).toContain('Domador');
  await press('Usar otro código');
  expect(document.activeElement?.getAttribute('placeholder')).toBe('XXXX-XXXX-XXXX-XXXX');
});

test.each([
  ['corto', messages.redeem.errors.nombre_corto.replace('{min}', '6')],
  ['ñ', messages.redeem.errors.nombre_minecraft_no_valido],
  ['', messages.redeem.errors.nombre_vacio],
])('the Minecraft name %j of a code is refused with its reason', async (name, reason) => {
  await show(<RedeemBox leastName={6} />);
  const type = (value: string) =>
    act(async () => {
      const field = document.querySelector('input') as HTMLInputElement;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('focusout', { bubbles: true }));
    });
  await type('AAAA-BBBB');
  await press('Canjear');
  await expect.poll(() => focused()).toContain('Domador');
  await type('jugador_1');
  await type(name);
  expect(document.querySelector('[id$="-error"]')?.textContent).toBe(reason);
});

test('a good message is announced', async () => {
  await show(<Notice tone="good">Saved</Notice>);
  expect(document.querySelector('[role="status"]')?.textContent).toBe('Saved');
});
