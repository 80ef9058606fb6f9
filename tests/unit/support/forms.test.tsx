// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ClaimDialog } from '@/components/catalog/product/claim-dialog-client';
import { StockAlert } from '@/components/catalog/product/stock-alert-client';
import { AskForm } from '@/components/support/ask-form-client';
import { Faq } from '@/components/support/faq-client';
import { openPlace } from '../rendered.tsx';

const push = vi.hoisted(() => vi.fn());
const openRequest = vi.hoisted(() => vi.fn());
const claimPurchase = vi.hoisted(() => vi.fn());
const wishForStock = vi.hoisted(() => vi.fn());
vi.mock('next/navigation', async (original) => ({
  ...(await original()),
  useRouter: () => ({ push, refresh: vi.fn() }),
}));
vi.mock('@/lib/support/action', () => ({ openRequest }));
vi.mock('@/lib/support/stock-action', () => ({
  readStockWish: async () => ({ ok: true, value: false }),
  wishForStock,
}));
vi.mock('@/lib/checkout/action', () => ({
  claimPurchase,
  readPlayerName: async () => ({ ok: true, value: { name: 'Jugadora_7', least: 5 } }),
}));
vi.mock('@/lib/club/action', () => ({ claimWithClub: vi.fn() }));
vi.mock('@/components/account/me/refresh', () => ({ refreshMe: vi.fn() }));

const { show } = openPlace();
beforeEach(() => vi.clearAllMocks());

const button = (text: string) => {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(text));
  if (!found) throw new Error(`no button ${text}`);
  return found;
};
const press = (text: string) => act(async () => button(text).click());

/** Types as a person does, so that React hears of it. */
async function type(field: HTMLInputElement | HTMLTextAreaElement, text: string) {
  await act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

test('questions are found by words in any order, without accents', async () => {
  const questions = [
    { id: 'a', question: '¿Puedo cancelar una reserva?', answer: 'Sí, hasta su día.' },
    { id: 'b', question: '¿Puedo pagar con PayPal?', answer: 'Sí.' },
  ];
  await show(<Faq groups={[{ id: 'orders', title: 'Pedidos', questions }]} />);
  const shown = () => [...document.querySelectorAll('summary')].map(({ textContent }) => textContent);
  expect(shown()).toHaveLength(2);
  const field = document.querySelector('input') as HTMLInputElement;
  await type(field, 'DIA reserva');
  expect(shown()).toEqual(['¿Puedo cancelar una reserva?']);
  expect(document.querySelector('details')?.open).toBe(true);
  await type(field, 'teletransporte');
  expect(shown()).toEqual([]);
  expect(document.body.textContent).toContain('Ninguna pregunta lo menciona');
});

test('a refused request keeps its input, and a successful one opens its thread', async () => {
  await show(
    <AskForm
      orderId="o1"
      paymentId={null}
      topics={['creador', 'tienda', 'reembolso']}
      first="reembolso"
      reasons={['no_funciona', 'otro']}
      creator="Ana"
      keptAs="ask"
    />,
  );
  const text = document.querySelector('textarea') as HTMLTextAreaElement;
  await type(text, 'No arranca');
  openRequest.mockResolvedValueOnce({ ok: false, error: 'ya_abierta' });
  await press('Enviar');
  expect(document.querySelector('[role="alert"]')?.textContent).toContain('Ya tienes una consulta abierta');
  expect(text.value).toBe('No arranca');
  openRequest.mockResolvedValueOnce({ ok: true, value: 's1' });
  await press('Enviar');
  const asked = { topic: 'reembolso', reason: 'no_funciona', orderId: 'o1', paymentId: null, text: 'No arranca' };
  expect(openRequest).toHaveBeenLastCalledWith(asked);
  expect(push).toHaveBeenCalledWith('/profile/help/s1');
});

test('only a request about a purchase says that the purchase is attached', async () => {
  const form = { topics: ['tienda' as const], first: 'tienda' as const, reasons: [], creator: '', keptAs: 'ask' };
  await show(<AskForm {...form} orderId={null} paymentId={null} />);
  expect(document.body.textContent).not.toContain('ya va adjunto');
  await show(<AskForm {...form} orderId={null} paymentId="p1" />);
  expect(document.body.textContent).toContain('El pago ya va adjunto');
  await show(<AskForm {...form} orderId="o1" paymentId={null} />);
  expect(document.body.textContent).toContain('Tu pedido ya va adjunto');
});

test('a free product is claimed with the last entered name', async () => {
  const product = { id: 'p1', slug: 'torre', name: 'Torre' };
  const dialog = { product, editionId: null, onClose: () => {} };
  await show(<ClaimDialog {...dialog} isFree />);
  expect(document.querySelector('input')?.value).toBe('Jugadora_7');
  claimPurchase.mockResolvedValueOnce({ ok: true, value: '/success?pago=1' });
  await press('Reclamar');
  const claimed = { producto: 'torre', edicion: null, minecraftName: 'Jugadora_7', intento: expect.any(String) };
  expect(claimPurchase).toHaveBeenCalledWith(claimed);
  expect(push).toHaveBeenCalledWith('/success?pago=1');
  // The page knows of the claim before its successor is shown.
  await show(<ClaimDialog {...dialog} isFree={false} />);
  expect(document.body.textContent).toContain('Es gratis y tuyo para siempre');
});

test('a product out of stock can be watched, and guests are redirected to the login', async () => {
  const onGuest = vi.fn();
  await show(<StockAlert productId="p1" isGuest={false} onGuest={onGuest} />);
  wishForStock.mockResolvedValue({ ok: true, value: undefined });
  await press('Avísame cuando vuelva');
  expect(wishForStock).toHaveBeenCalledWith('p1', true);
  await press('Ya no quiero el aviso');
  expect(wishForStock).toHaveBeenLastCalledWith('p1', false);
  await show(null);
  await show(<StockAlert productId="p1" isGuest onGuest={onGuest} />);
  await press('Avísame cuando vuelva');
  expect(onGuest).toHaveBeenCalledOnce();
});
