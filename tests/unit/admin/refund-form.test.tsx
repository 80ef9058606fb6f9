// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { RefundForm } from '@/components/admin/refund-form-client';
import { field, press, said, type } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const { refundPayment, refresh } = vi.hoisted(() => ({ refundPayment: vi.fn(), refresh: vi.fn() }));
vi.mock('@/lib/admin/action', () => ({ refundPayment }));
vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh }), unstable_isUnrecognizedActionError: () => false }));
vi.mock('@/components/ui/is-signed-out', () => ({ isSignedOut: async () => false }));
vi.mock('@/components/ui/toast', () => ({ toast: async () => undefined }));

const { show } = openPlace();
const lost = () => Promise.reject(new TypeError('no connection'));
const answer = (error: string) => async () => ({ ok: false, error });
const done = async () => ({ ok: true, value: 'done' });
const sent = () => refundPayment.mock.calls.map(([{ amount, key }]) => ({ amount, key }));

const open = () => press('Reembolsar');
const close = () => press('Cerrar');

/** Confirms the form with this response of the shop. */
async function confirm(outcome: () => Promise<unknown>): Promise<void> {
  refundPayment.mockImplementationOnce(outcome);
  await press('Confirmar reembolso');
}

beforeEach(async () => {
  vi.clearAllMocks();
  await show(<RefundForm paymentId="p" buyer="Ana" left={999} inCoins={false} isRecharge={false} />);
  await open();
  await type('Importe en euros', '5');
  await type('Motivo', 'Faltaba una parte');
});

test.each([
  ['no response has arrived', lost],
  ['the shop itself got no response', answer('unavailable')],
])('if %s, the refund is not reported as ordered', async (_what, outcome) => {
  await confirm(outcome);
  expect(said()).toContain('No sabemos si');
  expect(said()).not.toMatch(/queda pedido|se reintenta|no puede hacerlo/);
});

test('after a lost response the form keeps its amount, and a second confirmation is the same refund', async () => {
  await confirm(lost);
  await close();
  await open();
  expect(field('Importe en euros').value).toBe('5');
  await confirm(done);
  expect(sent()[1]).toEqual(sent()[0]);
});

test('after a lost response another amount is refused until the first refund is known', async () => {
  await confirm(lost);
  await type('Importe en euros', '6');
  await confirm(answer('clave_usada'));
  expect(said()).toContain('sí llegó');
  expect(refresh).toHaveBeenCalled();
  await confirm(done);
  const [first, second, third] = sent();
  expect(second).toEqual({ amount: '6', key: first?.key });
  expect(third?.key).not.toBe(first?.key);
});

test('after a successful refund the next one is new, for the full remaining amount', async () => {
  await confirm(done);
  await open();
  expect(field('Importe en euros').value).toBe('9,99');
  await type('Motivo', 'Otra parte');
  await confirm(done);
  expect(sent()[1]?.key).not.toBe(sent()[0]?.key);
});

test('a confirmation during an outage of the provider repeats the refund, and is new after closing', async () => {
  await confirm(answer('sin_respuesta'));
  await confirm(answer('sin_respuesta'));
  await close();
  await open();
  await type('Motivo', 'Otra parte');
  await confirm(done);
  const [first, second, third] = sent();
  expect(second).toEqual(first);
  expect(third?.key).not.toBe(first?.key);
});

test('the reason names who reads it', () => {
  expect(said()).toMatch(/Lo leen el comprador.*y el creador/);
});

test('the refund of a top-up announces that its coins leave the balance', async () => {
  await show(<RefundForm paymentId="p" buyer="Ana" left={999} inCoins={false} isRecharge />);
  expect(said()).toContain('las UnCoins de ese importe salen del saldo');
  expect(said()).not.toMatch(/lo conserva|creador/);
});
