// @vitest-environment jsdom
import { runInThisContext } from 'node:vm';
import { NextIntlClientProvider } from 'next-intl';
import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { MobileMenu } from '@/components/nav/mobile-menu-client';
import { bootScript } from '@/lib/core/browser/boot-script.mjs';
import messages from '@/messages/es.json';

vi.mock('@/components/nav/mobile-panel-client', () => ({ MobilePanel: () => <dialog open /> }));

const menu = (
  <NextIntlClientProvider locale="es" timeZone="Europe/Madrid" messages={messages}>
    <MobileMenu />
  </NextIntlClientProvider>
);

test.each([true, false])('the menu opens if it was pressed before hydration: %s', async (isPressed) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  document.documentElement.lang = 'es';
  runInThisContext(bootScript);
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = renderToString(menu);
  if (isPressed) place.querySelector('svg')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  const root = await act(async () => hydrateRoot(place, menu));
  expect(document.querySelector('dialog') !== null).toBe(isPressed);
  await act(async () => root.unmount());
  place.remove();
});
