// @vitest-environment jsdom
import { runInThisContext } from 'node:vm';
import { NextIntlClientProvider } from 'next-intl';
import { Activity, act, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { SettingsTabs } from '@/components/account/settings/settings-tabs-client';
import { MobileMenu } from '@/components/nav/mobile-menu-client';
import { StepTabs } from '@/components/publish/step-tabs-client';
import type { StepName } from '@/components/publish/use-step';
import { bootScript } from '@/lib/core/browser/boot-script.mjs';
import messages from '@/messages/es.json';

vi.mock('@/components/nav/mobile-panel-client', () => ({
  MobilePanel: ({ onClose }: { onClose: () => void }) => (
    <dialog open>
      <button type="button" onClick={onClose} />
    </dialog>
  ),
}));

const menu = (
  <NextIntlClientProvider locale="es" timeZone="Europe/Madrid" messages={messages}>
    <MobileMenu />
  </NextIntlClientProvider>
);

test.each([true, false])('the menu opens if it was pressed before hydration: %s', async (isPressed) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  document.documentElement.lang = 'es';
  runInThisContext(bootScript);
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(menu);
  if (isPressed) container.querySelector('svg')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  const root = await act(async () => hydrateRoot(container, menu));
  expect(document.querySelector('dialog') !== null).toBe(isPressed);
  await act(async () => root.unmount());
  container.remove();
});

const settings = (
  <NextIntlClientProvider locale="es" timeZone="Europe/Madrid" messages={messages}>
    <SettingsTabs profile="Biografía" security="Contraseña" initial="profile" />
  </NextIntlClientProvider>
);

test.each([true, false])('a tab of the settings shows if it was pressed before hydration: %s', async (isPressed) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  runInThisContext(bootScript);
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(settings);
  const [, security] = container.querySelectorAll('button');
  if (isPressed) security?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  const root = await act(async () => hydrateRoot(container, settings));
  expect(container.querySelector('[role=tabpanel][data-state=active]')?.textContent).toBe(
    isPressed ? 'Contraseña' : 'Biografía',
  );
  await act(async () => root.unmount());
  container.remove();
});

function Steps() {
  const [open, show] = useState<StepName>('information');
  const step = (name: StepName) => ({ name, content: null, isWrong: false, lacking: [] });
  return (
    <NextIntlClientProvider locale="es" timeZone="Europe/Madrid" messages={messages}>
      <StepTabs steps={[step('information'), step('visuals')]} open={open} left={new Set()} show={show} />
    </NextIntlClientProvider>
  );
}

test.each([
  ['the button that its step hides', 'Siguiente: Visuales', 'Paso 2 de 2: Visuales'],
  ['its tab', '2. Visuales', '2. Visuales'],
])('a step opens by %s, pressed before hydration, and the focus is not lost', async (_what, pressed, focused) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // jsdom has no layout.
  HTMLElement.prototype.scrollTo = () => {};
  runInThisContext(bootScript);
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<Steps />);
  const button = [...container.querySelectorAll('button')].find(({ textContent }) => textContent === pressed);
  button?.focus();
  button?.click();
  const root = await act(async () => hydrateRoot(container, <Steps />));
  expect(container.querySelector('[role=tabpanel][data-state=active]')?.textContent).toContain('Paso 2 de 2');
  await expect.poll(() => document.activeElement?.textContent).toBe(focused);
  await act(async () => root.unmount());
  container.remove();
});

test('the menu stays closed when its page is shown again after a press', async () => {
  const shop = (mode: 'visible' | 'hidden') => <Activity mode={mode}>{menu}</Activity>;
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(shop('visible'));
  const root = await act(async () => hydrateRoot(container, shop('visible')));
  await act(async () => container.querySelector('button')?.click());
  expect(document.querySelector('dialog')).not.toBeNull();
  await act(async () => document.querySelector<HTMLElement>('dialog button')?.click());
  await act(async () => root.render(shop('hidden')));
  await act(async () => root.render(shop('visible')));
  expect(document.querySelector('dialog')).toBeNull();
  await act(async () => root.unmount());
  container.remove();
});
