// @vitest-environment jsdom
import { NextIntlClientProvider } from 'next-intl';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { InvoiceButton } from '@/components/orders/invoice-button-client';
import messages from '@/messages/en.json';

vi.mock('@/components/ui/toast', () => ({ toast: () => Promise.resolve() }));

test('an invoice is a link before hydration, and its file stays readable after the click that saves it', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', async () => new Response('%PDF'));
  const revoke = vi.fn();
  Object.assign(URL, { createObjectURL: () => 'blob:invoice', revokeObjectURL: revoke });
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <NextIntlClientProvider locale="en" timeZone="Europe/Madrid" messages={messages}>
        <InvoiceButton id="1" />
      </NextIntlClientProvider>,
    ),
  );
  const link = document.querySelector('a');
  expect(link?.getAttribute('href')).toBe('/api/factura/1');
  vi.useFakeTimers();
  const press = new MouseEvent('click', { bubbles: true, cancelable: true });
  await act(async () => link?.dispatchEvent(press));
  expect(press.defaultPrevented).toBe(true);
  await act(async () => vi.advanceTimersByTimeAsync(1_000));
  expect(click).toHaveBeenCalledOnce();
  expect(revoke).not.toHaveBeenCalled();
  await act(async () => vi.advanceTimersByTimeAsync(60_000));
  expect(revoke).toHaveBeenCalledWith('blob:invoice');
  expect(saved).toEqual(['invoice.pdf']);
  vi.useRealTimers();
});
