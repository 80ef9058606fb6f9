// @vitest-environment jsdom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { PaymentResult } from '@/components/orders/end/payment-result-client';
import { KeepFocus } from '@/components/ui/keep-focus-client';
import type { VerificationState } from '@/lib/orders/payments/verification';
import { buttonOf } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const { follow } = vi.hoisted(() => ({ follow: { show: (_state: VerificationState) => {} } }));
vi.mock('@/lib/orders/payments/verification', async (original) => ({
  ...(await original<object>()),
  followPayment: async (_address: string, show: (state: VerificationState) => void) => {
    follow.show = show;
  },
}));
vi.mock('@/components/account/me/refresh', () => ({ refreshOwned: async () => {} }));
vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh() {} }), usePathname: () => '/success' }));

const { show } = openPlace();
const focused = () => `${document.activeElement?.tagName}: ${document.activeElement?.textContent}`;
const answer = (state: VerificationState) => act(async () => follow.show(state));
const delivered = {
  success: true,
  nombre: 'Mapa',
  precio: 5,
  estado: 'entregado',
  recarga: false,
  pago: 'p1',
  pedidos: ['o1'],
  motivo: null,
  regalo: null,
  lento: false,
};

test('each result of a payment has the focus, so that it is read; the page that is opened leaves it alone', async () => {
  await show(<PaymentResult method="tarjeta" reference="cs_1" supportEmail="ayuda@unstore.example" />);
  expect(document.activeElement).toBe(document.body);
  await answer({ status: 'waiting', paymentId: 'p1', isSlow: false });
  expect(focused()).toBe('H1: Tu pago aún no está confirmado');
  buttonOf('Comprobar otra vez').focus();
  await act(async () => buttonOf('Comprobar otra vez').click());
  expect(focused()).toMatch(/^H1: Verificando/);
  await answer({ status: 'failed', paymentId: 'p1', estado: 'sin_red' });
  expect(focused()).toBe('H1: Ups... algo ha fallado');
  await answer({ status: 'settled', result: delivered });
  expect(focused()).toBe('H1: ¡Gracias por tu compra!');
});

test('what the server renders instead of a result has the focus, too', async () => {
  const page = (isRefreshed: boolean) => (
    <>
      <KeepFocus />
      {isRefreshed ? (
        <h1>Compra terminada</h1>
      ) : (
        <PaymentResult method="tarjeta" reference="cs_1" supportEmail="ayuda@unstore.example" />
      )}
    </>
  );
  await show(page(false));
  await answer({ status: 'settled', result: delivered });
  await show(page(true));
  await expect.poll(focused).toBe('H1: Compra terminada');
});
