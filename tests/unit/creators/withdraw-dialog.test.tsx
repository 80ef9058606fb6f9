// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { WithdrawButton } from '@/components/creators/withdraw-dialog-client';
import { field, press, said, type } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const { requestWithdrawal } = vi.hoisted(() => ({ requestWithdrawal: vi.fn() }));
vi.mock('@/lib/creators/action', () => ({ requestWithdrawal }));
vi.mock('next/navigation', () => ({
  useRouter: () => ({ refresh: () => undefined }),
  unstable_isUnrecognizedActionError: () => false,
}));
vi.mock('@/components/ui/is-signed-out', () => ({ isSignedOut: async () => false }));
vi.mock('@/components/ui/toast', () => ({ toast: async () => undefined }));

const { show } = openPlace();
const sent = () => requestWithdrawal.mock.calls.map(([input]) => input);
const lost = () => Promise.reject(new TypeError('no connection'));
const done = async () => ({ ok: true, value: 'r' });

async function send(outcome: () => Promise<unknown>): Promise<void> {
  requestWithdrawal.mockImplementationOnce(outcome);
  await press('Solicitar retiro');
}

beforeEach(async () => {
  vi.clearAllMocks();
  const balance = { availableCents: 2_000, heldCents: 0, debtCents: 0, holdingDays: 14 };
  await show(
    <WithdrawButton balance={balance as never} className="">
      Ingresos
    </WithdrawButton>,
  );
  await press('Ingresos');
  await type('Correo de PayPal', 'ana@paypal.example');
  await type('Importe', '5');
});

test('the outcome of a withdrawal is reported as unknown after a lost response', async () => {
  await send(lost);
  expect(said()).toContain('Error al registrar el retiro. No sabemos si');
});

test('a second attempt after a lost response is the same withdrawal, with the kept input', async () => {
  await send(lost);
  await press('Cerrar');
  await press('Ingresos');
  expect(field('Correo de PayPal').value).toBe('ana@paypal.example');
  await send(done);
  expect(sent()[1]).toEqual(sent()[0]);
});

test('the form is empty after a withdrawal, and the next one is new', async () => {
  await send(done);
  await press('Ingresos');
  expect(field('Importe').value).toBe('');
  await type('Correo de PayPal', 'ana@paypal.example');
  await type('Importe', '5');
  await send(done);
  expect(sent()[1].attempt).not.toBe(sent()[0].attempt);
});

test('a new address requires the password, and the input is kept', async () => {
  await send(async () => ({ ok: false, error: 'falta_contrasena' }));
  expect(said()).toContain('confirma con tu contraseña');
  expect(field('Correo de PayPal').value).toBe('ana@paypal.example');
  await type('Contraseña', 'Secreta123');
  await send(async () => ({ ok: false, error: 'invalid', fieldErrors: { password: 'wrongPassword' } }));
  expect(said()).toContain('Contraseña incorrecta.');
  await send(done);
  expect(sent().map(({ password }) => password)).toEqual([null, 'Secreta123', 'Secreta123']);
  expect(new Set(sent().map(({ attempt }) => attempt)).size).toBe(1);
});
