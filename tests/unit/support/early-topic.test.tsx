// @vitest-environment jsdom
import { NextIntlClientProvider } from 'next-intl';
import { act } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AskForm } from '@/components/support/ask-form-client';
import messages from '@/messages/es.json';

const { ask } = vi.hoisted(() => ({ ask: vi.fn() }));
vi.mock('@/lib/support/action', () => ({ openRequest: ask }));
vi.mock('next/navigation', () => ({
  useRouter: () => ({ push() {} }),
  unstable_isUnrecognizedActionError: () => false,
}));

const page = (
  <NextIntlClientProvider locale="es" timeZone="Europe/Madrid" messages={messages}>
    <AskForm
      orderId="o1"
      paymentId={null}
      topics={['tienda', 'creador', 'reembolso']}
      first="tienda"
      reasons={['otro']}
      creator="Ana"
      keptAs="ask"
    />
  </NextIntlClientProvider>
);
let root: Root | undefined;
const place = document.body.appendChild(document.createElement('div'));

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  ask.mockResolvedValue({ ok: false, error: 'fallo' });
});
afterEach(async () => {
  await act(async () => root?.unmount());
  vi.unstubAllGlobals();
});

test('a topic that is chosen before hydration is the one that is sent', async () => {
  place.innerHTML = renderToString(page);
  (place.querySelectorAll('[name=topic]')[1] as HTMLInputElement).checked = true;
  await act(async () => {
    root = hydrateRoot(place, page);
  });
  expect([...place.querySelectorAll<HTMLInputElement>('[name=topic]')].map(({ checked }) => checked)).toEqual([
    false,
    true,
    false,
  ]);
  await act(async () => place.querySelector('form')?.requestSubmit());
  expect(ask).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ topic: 'creador' }));
});
