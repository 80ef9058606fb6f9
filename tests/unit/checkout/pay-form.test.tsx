// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Payable } from '@/components/checkout/payable-client';
import type { GiftForm } from '@/lib/checkout/gifts';
import type { BasketItem, MethodQuotes, Quote } from '@/lib/checkout/types';
import { type } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

vi.mock('next/navigation', () => ({
  useRouter: () => ({}),
  usePathname: () => '/checkout',
  unstable_isUnrecognizedActionError: () => false,
}));
const lose = vi.hoisted(() => async () => Promise.reject(new TypeError('lost')));
vi.mock('@/lib/checkout/action', () => ({ payWithCoins: lose }));
vi.mock('@/lib/vouchers/codes/action', () => ({}));

const { show } = openPlace();
afterEach(() => void vi.unstubAllGlobals());

const quote = (totalCents: number): Quote => ({
  lines: [{ concept: 'base', name: null, nameEn: null, cents: totalCents, percent: null }],
  totalCents,
  isReservation: false,
  isRecharge: false,
  lowestCents: null,
  owned: [],
  missingBase: null,
});

function showForm(
  quotes: MethodQuotes,
  {
    balance = 0,
    knownName = 'jugador_1',
    leastName = 5,
    item = null as BasketItem | null,
    gift = null as GiftForm | null,
    producto = 'mapa',
    recipient = null as string | null,
  } = {},
) {
  const selection = { producto, edicion: null, bundle: null };
  return show(
    <Payable
      item={item}
      basket={{ selection, coupon: null, recipient }}
      couponRefused={false}
      card={quotes.tarjeta as Quote}
      quotes={quotes}
      balance={balance}
      coinCents={1.59}
      knownName={knownName}
      leastName={leastName}
      gift={gift}
      isCancelled={false}
    />,
  );
}
const option = (method: string) => document.querySelector<HTMLInputElement>(`input[value="${method}"]`);
const button = () => document.querySelector('button[type="submit"]') as HTMLButtonElement;
const explained = () => document.getElementById(button().getAttribute('aria-describedby') ?? '')?.textContent;

test('a method below its minimum is not selected, and shows the reason', async () => {
  await showForm({ tarjeta: quote(49), paypal: quote(53), uncoins: quote(49) });
  expect(option('tarjeta')).toMatchObject({ disabled: true, checked: false });
  expect(option('tarjeta')?.closest('label')?.textContent).toMatch(/Solo para importes desde 0,50\s€\./);
  expect(option('paypal')).toMatchObject({ disabled: false, checked: true });
  expect(button().textContent).toMatch(/Pagar 0,53\s€/);
  await show(null);
  await showForm({ tarjeta: quote(50), paypal: quote(54) });
  expect(option('tarjeta')).toMatchObject({ disabled: false, checked: true });
});

test('coins show their price in euros, beside the card’s price', async () => {
  await showForm({ tarjeta: quote(499), uncoins: quote(499) }, { balance: 600 });
  const text = option('uncoins')?.closest('label')?.textContent?.replaceAll('\u00A0', ' ');
  expect(text).toContain('Recargar 499 UnCoins cuesta unos 7,94 €; con tarjeta pagas 4,99 €.');
  await show(null);
  await showForm({ tarjeta: quote(40), uncoins: quote(40) }, { balance: 600 });
  expect(option('uncoins')?.closest('label')?.textContent).not.toContain('con tarjeta');
});

test('without a usable method the button shows a message and moves the focus to the methods', async () => {
  await showForm({ tarjeta: quote(30), uncoins: quote(30) });
  expect(button().ariaDisabled ?? button().getAttribute('aria-disabled')).toBe('true');
  expect(explained()).toBe('Con ningún método se puede pagar este importe.');
  act(() => button().click());
  expect(document.activeElement?.tagName).toBe('FIELDSET');
  await show(null);
  await showForm({ tarjeta: quote(30), uncoins: quote(30) }, { balance: 30 });
  expect(option('uncoins')?.checked).toBe(true);
});

test('without a name the button shows a message and moves the focus to the field', async () => {
  await showForm({ tarjeta: quote(500) }, { knownName: '' });
  expect(button().getAttribute('aria-disabled')).toBe('true');
  expect(explained()).toBe('Para pagar falta tu nombre de Minecraft.');
  act(() => button().click());
  expect(document.activeElement?.getAttribute('name')).toBe('minecraftName');
  await show(null);
  await showForm({ tarjeta: quote(500) });
  expect(button().getAttribute('aria-disabled')).toBe(null);
  expect(explained()).toBeUndefined();
});

test('an ended session keeps the form and shows where to log in', async () => {
  await showForm({ tarjeta: quote(500) });
  vi.stubGlobal('fetch', async () => Response.json({ error: 'sin_sesion', message: 'Inicia sesión para continuar.' }));
  act(() => document.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click());
  await act(async () => button().click());
  const alert = document.querySelector('[role="alert"]');
  expect(alert?.textContent).toContain('Inicia sesión para continuar.');
  expect(alert?.querySelector('a')).toMatchObject({ pathname: '/login', target: '_blank' });
  expect(document.querySelector<HTMLInputElement>('input[name="minecraftName"]')?.value).toBe('jugador_1');
});

test('a payment names the person of the page, whoever has signed in since', async () => {
  const known = Object.assign(document.createElement('script'), { type: 'application/json', id: 'known-me' });
  known.textContent = '{"id":"ana"}';
  document.body.append(known);
  await showForm({ tarjeta: quote(500) });
  const sent = vi.fn(async (_path: string, _request: RequestInit) =>
    Response.json({ error: 'otra_persona', message: 'Recarga la página.' }),
  );
  vi.stubGlobal('fetch', sent);
  act(() => document.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click());
  await act(async () => button().click());
  expect(JSON.parse(String(sent.mock.calls[0]?.[1].body))).toMatchObject({ producto: 'mapa', persona: 'ana' });
  expect(document.querySelector('[role="alert"]')?.textContent).toContain('Recarga la página.');
  known.remove();
});

test.each([
  ['tarjeta', /no se te ha cobrado nada/],
  ['uncoins', /^No sabemos si la tienda lo ha hecho/],
] as const)('a lost answer to a payment by %s says what is known of the charge', async (method, text) => {
  vi.stubGlobal('fetch', lose);
  await showForm({ tarjeta: quote(500), uncoins: quote(500) }, { balance: 600 });
  act(() => option(method)?.click());
  act(() => document.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click());
  await act(async () => button().click());
  await vi.waitFor(() => expect(document.querySelector('[role="alert"]')?.textContent).toMatch(text));
});

const item: BasketItem = {
  productId: 'p1',
  slug: 'mapa',
  name: 'Mapa',
  edition: 'Oro',
  hasEditions: true,
  coverUrl: null,
  coverBlur: null,
  creator: 'Ana',
  href: '/p/mapa',
  isPack: false,
  contents: [],
  priceCents: 2_000,
  offerCents: null,
  releaseDate: null,
};

test('the purchase and its total are read before the form', async () => {
  await showForm({ tarjeta: quote(1_499) }, { item });
  const [summary, form] = [document.querySelector('section'), document.querySelector('form')] as [Element, Element];
  expect(summary.textContent).toMatch(/Mapa.*Edición Oro.*14,99/);
  expect(summary.compareDocumentPosition(form)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('an upgrade names the edition that it is from, and the base edition has a name where there are others', async () => {
  const upgrade = quote(1_100);
  upgrade.lines.push({ concept: 'mejora', name: 'Plata', nameEn: 'Silver', cents: -900, percent: null });
  await showForm({ tarjeta: upgrade }, { item });
  expect(document.body.textContent).toContain('Mejora de Plata a Oro');
  await showForm({ tarjeta: quote(1_499) }, { item: { ...item, edition: null } });
  expect(document.body.textContent).toContain('Edición Base');
  await showForm({ tarjeta: quote(1_499) }, { item: { ...item, edition: null, hasEditions: false } });
  expect(document.body.textContent).not.toContain('Edición');
});

test('a gift whose day is half typed is not paid, as if it were for today', async () => {
  const wish = { message: '', day: '', email: '' };
  await showForm(
    { tarjeta: quote(499) },
    { gift: { giver: 'g1', recipient: 'Ana', wish, firstDay: '2026-11-29', lastDay: '2027-11-28' } },
  );
  const day = document.querySelector('input[type="date"]') as HTMLInputElement;
  Object.defineProperty(day, 'validity', { value: { badInput: true } });
  const reported = vi.spyOn(day, 'reportValidity');
  act(() => button().form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })) as never);
  expect(reported).toHaveBeenCalledOnce();
  expect(button().getAttribute('aria-busy')).toBeNull();
});

test('the input for one gift by link is not shown for the next gift of other goods', async () => {
  const wish = { message: '', day: '', email: '' };
  const gift = { giver: 'g1', recipient: null, wish, firstDay: '2026-11-29', lastDay: '2027-11-28' };
  const email = () => document.querySelector<HTMLInputElement>('input[name="correoRegalo"]');
  await showForm({ tarjeta: quote(499) }, { gift, recipient: '*' });
  await type('Su correo', 'ana@example.com');
  await show(null);
  await showForm({ tarjeta: quote(499) }, { gift, recipient: '*', producto: 'faro' });
  expect(email()?.value).toBe('');
  await show(null);
  await showForm({ tarjeta: quote(499) }, { gift, recipient: '*' });
  expect(email()?.value).toBe('ana@example.com');
});
