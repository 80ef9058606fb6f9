// @vitest-environment jsdom
import { act, type ReactNode, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { EndSession } from '@/components/account/settings/end-session-client';
import { RevokeApiKey } from '@/components/api/api-key-client';
import { HookTools } from '@/components/hooks/hook-tools-client';
import { GalleryInput } from '@/components/publish/gallery-input-client';
import { RemoveDraft } from '@/components/publish/remove-draft-client';
import { KeepFocus } from '@/components/ui/keep-focus-client';
import type { Hook } from '@/lib/hooks/own';
import { buttonOf } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const { page, done } = vi.hoisted(() => ({
  page: { refresh: () => {} },
  done: async () => ({ ok: true, value: undefined }),
}));
vi.mock('next/navigation', () => ({
  useRouter: () => ({ refresh: () => page.refresh() }),
  usePathname: () => '/',
  unstable_isUnrecognizedActionError: () => false,
}));
vi.mock('@/components/ui/toast', () => ({ toast: async () => undefined }));
vi.mock('@/lib/account/settings/action', () => ({ endSession: done }));
vi.mock('@/lib/api/action', () => ({ revokeApiKey: done, createApiKey: done }));
vi.mock('@/components/publish/draft-transport', () => ({ deleteDraft: async () => true }));
vi.mock('@/lib/hooks/action', () => ({
  addHook: done,
  changeHook: done,
  pauseHook: done,
  removeHook: done,
  testHook: done,
  renewHookSecret: async () => ({ ok: true, value: 'whsec_new' }),
}));

const { show } = openPlace();

const Page = ({ children }: { children?: ReactNode }) => (
  <>
    <KeepFocus />
    <h1>Cuenta</h1>
    <section>
      <h2>Lista</h2>
      {children ? <ul>{children}</ul> : <p>Nada</p>}
    </section>
    <button type="button">Otro</button>
  </>
);

/** A page with one row, which is gone once the page is refreshed. */
function WithRow({ row }: { row: ReactNode }) {
  const [isGone, setGone] = useState(false);
  page.refresh = () => setGone(true);
  return <Page>{isGone ? undefined : row}</Page>;
}

/** Presses the last button of this name, by keyboard. */
const press = (name: string) =>
  act(async () => {
    const found = [...document.querySelectorAll('button')].findLast(
      (button) => (button.ariaLabel ?? button.textContent) === name,
    );
    found?.focus();
    found?.click();
  });
const expectFocusAt = (text: string) => expect.poll(() => document.activeElement?.textContent).toBe(text);
const refreshed = () =>
  act(async () => {
    page.refresh();
    await new Promise((resolve) => setTimeout(resolve, 150));
  });

const hook = { id: 'h1', url: 'https://a.example', topics: [], pause: null } as unknown as Hook;

test.each([
  ['session', <EndSession key="s" id="1" name="Firefox" />, ['Cerrar sesiónFirefox']],
  ['key of the API', <RevokeApiKey key="k" id="1" name="Copia" />, ['RevocarCopia', 'Revocar']],
  ['address of webhooks', <HookTools key="h" hook={hook} />, ['Quitarhttps://a.example', 'Quitar']],
  ['draft', <RemoveDraft key="d" id="1" name="Mapa" />, ['Borrar el borrador Mapa', 'Borrar']],
])('after the %s of a list has gone, the heading of the list has the focus', async (_what, row, presses) => {
  await show(<WithRow row={row} />);
  for (const name of presses) await press(name);
  expect(document.body.textContent).toContain('Nada');
  await expectFocusAt('Lista');
});

test('the focus goes to the heading of the row, or of the list if the row has gone', async () => {
  const row = (id: string, hasButton = true) => (
    <li key={id}>
      <h3>{id}</h3>
      {hasButton && <button type="button">{`Quitar ${id}`}</button>}
    </li>
  );
  await show(<Page>{[row('A'), row('B')]}</Page>);
  buttonOf('Quitar B').focus();
  await show(<Page>{[row('A')]}</Page>);
  await expectFocusAt('Lista');
  buttonOf('Quitar A').focus();
  await show(<Page>{[row('A', false)]}</Page>);
  await expectFocusAt('A');
});

const pictures = ['/a.png', '/b.png'].map((url) => ({ url, width: 16, height: 9, blur: null }));

function Gallery() {
  const [value, setValue] = useState(pictures);
  return (
    <>
      <KeepFocus />
      <GalleryInput value={value} onChange={(left) => setValue(left as typeof pictures)} />
    </>
  );
}

test('the focus goes to the name of a gallery whose picture is removed', async () => {
  await show(<Gallery />);
  await press('Quitar la imagen 2');
  await expectFocusAt('Galería');
});

test('a dialog that follows another one returns the focus to the button that opened the first', async () => {
  await show(
    <Page>
      <HookTools hook={hook} />
    </Page>,
  );
  await press('Renovar secretohttps://a.example');
  await press('Renovar secreto');
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('whsec_new');
  await press('Ya lo he copiado');
  await expect.poll(() => document.activeElement).toBe(buttonOf('Renovar secreto'));
});

test.each([
  ['went elsewhere', () => buttonOf('Otro').focus(), 'Otro'],
  ['pressed beside everything', () => buttonOf('Quitar').blur(), ''],
  ['left the page', () => history.pushState(null, '', '/other'), ''],
])('nothing moves the focus of whoever %s', async (_what, leave, focused) => {
  await show(<WithRow row={<button type="button">Quitar</button>} />);
  buttonOf('Quitar').focus();
  leave();
  await refreshed();
  expect(document.activeElement?.matches('body') ? '' : document.activeElement?.textContent).toBe(focused);
});
