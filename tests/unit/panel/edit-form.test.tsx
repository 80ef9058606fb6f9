// @vitest-environment jsdom
import { NextIntlClientProvider } from 'next-intl';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EditForm } from '@/components/panel/edit-form-client';
import { useEditForm } from '@/components/ui/use-edit-form';
import type { Edit } from '@/lib/core/action/edit';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import messages from '@/messages/es.json';

const router = vi.hoisted(() => ({ push: vi.fn() }));
vi.mock('next/navigation', () => ({
  useRouter: () => router,
  usePathname: () => '/dashboard-admin/products/1',
  unstable_isUnrecognizedActionError: () => false,
}));

type Values = { name: string; price: string; isOpen: boolean };
const start: Values = { name: 'Domador', price: '9', isOpen: true };
const save = vi.fn<(edit: Edit<Values>, notes: { reason: string }) => Promise<Result<undefined, string>>>();

let root: Root;
let main: HTMLElement;

function Form({ loaded }: { loaded: Values }) {
  const form = useEditForm({
    name: 'thing:1',
    loaded,
    notes: { reason: '' },
    save,
    messages: (code) => `problem ${code}`,
    onDone: () => {},
  });
  return (
    <EditForm form={form} label={(field) => `the ${field}`} saveLabel="Save">
      <input aria-label="name" {...form.field('name')} />
      <input aria-label="price" {...form.field('price')} />
      <input aria-label="reason" {...form.field('reason')} />
      <input aria-label="isOpen" type="checkbox" {...form.tick('isOpen')} />
      <a href="/dashboard-admin">away</a>
    </EditForm>
  );
}

async function show(loaded: Values = start) {
  await act(async () =>
    root.render(
      <NextIntlClientProvider locale="es" timeZone="Europe/Madrid" messages={{ admin: messages.admin }}>
        <Form loaded={loaded} />
      </NextIntlClientProvider>,
    ),
  );
}

/** Closes the page and opens it again, in the same tab. */
async function openAnew(loaded?: Values) {
  await act(async () => root.unmount());
  root = createRoot(main);
  await show(loaded);
}

const input = (label: string) => main.querySelector<HTMLInputElement>(`[aria-label="${label}"]`) as HTMLInputElement;
const button = (text: string) =>
  [...document.querySelectorAll('button')].find(
    (found) => found.textContent === text || found.getAttribute('aria-label') === text,
  ) as HTMLButtonElement;

async function type(label: string, value: string) {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  await act(async () => {
    setter?.call(input(label), value);
    input(label).dispatchEvent(new Event('input', { bubbles: true }));
  });
}

const press = (found: HTMLElement) => act(async () => found.click());

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  main = document.body.appendChild(document.createElement('main'));
  root = createRoot(main);
  sessionStorage.clear();
  save.mockReset().mockResolvedValue(succeed(undefined));
});
afterEach(async () => {
  await act(async () => root.unmount());
  main.remove();
});

test('an edit form sends only changed fields, with their loaded values', async () => {
  await show();
  await type('price', '7');
  await type('name', 'Otro');
  await type('name', 'Domador');
  await type('reason', 'Porque sí');
  await press(input('isOpen'));
  await press(button('Save'));
  expect(save).toHaveBeenCalledExactlyOnceWith(
    { base: { price: '9', isOpen: true }, changes: { price: '7', isOpen: false } },
    { reason: 'Porque sí' },
  );
  expect(sessionStorage).toHaveLength(0);
  // The reason belongs to that change; the next one starts without it, and from the new values.
  expect(input('reason').value).toBe('');
  await type('price', '6');
  await press(button('Save'));
  expect(save).toHaveBeenLastCalledWith({ base: { price: '7' }, changes: { price: '6' } }, { reason: '' });
});

test('an edit form shows both values of a conflict, and saves or discards the own one', async () => {
  await show();
  await type('price', '7');
  await type('name', 'Mío');
  await press(input('isOpen'));
  save.mockResolvedValueOnce(fail('conflicto', { details: { price: '12', name: 'Suyo' } }));
  await press(button('Save'));
  expect(main.textContent).toMatch(/the price.*Ahora pone: 12.*Tú has puesto: 7/s);
  expect(button('Save').disabled).toBe(true);
  await press(button('Poner lo mío: the price'));
  await press(button('Dejar lo que hay ahora: the name'));
  expect([input('price').value, input('name').value]).toEqual(['7', 'Suyo']);
  await press(button('Save'));
  expect(save).toHaveBeenLastCalledWith(
    { base: { price: '12', isOpen: true }, changes: { price: '7', isOpen: false } },
    { reason: '' },
  );
});

test('an edit form keeps input and loaded values through a refusal and a reload', async () => {
  await show();
  await type('price', '7');
  save.mockResolvedValueOnce(fail('slug_ocupado'));
  await press(button('Save'));
  expect(main.textContent).toContain('problem slug_ocupado');
  await openAnew({ ...start, name: 'Nuevo nombre', price: '12' });
  expect(main.textContent).toContain('Hemos recuperado');
  expect([input('price').value, input('name').value]).toEqual(['7', 'Nuevo nombre']);
  await press(button('Save'));
  // It does not know the 12, so the database finds the conflict.
  expect(save).toHaveBeenLastCalledWith({ base: { price: '9' }, changes: { price: '7' } }, { reason: '' });
});

test('an edit form updates untouched fields, and removes discarded input', async () => {
  await show();
  await type('price', '7');
  await show({ ...start, name: 'De otra persona', price: '12' });
  expect([input('price').value, input('name').value]).toEqual(['7', 'De otra persona']);
  await openAnew();
  await press(button('Descartarlo'));
  expect(input('price').value).toBe('9');
  expect(sessionStorage).toHaveLength(0);
});

test('an edit form reports an expired session if the middleware redirects to the login', async () => {
  await show();
  await type('price', '7');
  vi.stubGlobal('fetch', async () => Response.json({ status: 'guest', user: null }));
  history.replaceState(null, '', '/dashboard-admin/products/1');
  save.mockRejectedValueOnce(new Error('An unexpected response was received from the server.'));
  await press(button('Save'));
  // The check of the reason is loaded then.
  await act(() => vi.dynamicImportSettled());
  expect(main.textContent).toContain('problem notSignedIn');
  expect(main.querySelector('a[href*="/login"]')?.getAttribute('href')).toBe(
    '/login?next=%2Fdashboard-admin%2Fproducts%2F1',
  );
  expect(input('price').value).toBe('7');
});

test('an edit form asks before a link is followed only with unsaved input', async () => {
  await show();
  const link = main.querySelector('a') as HTMLAnchorElement;
  const follow = () => {
    const click = new MouseEvent('click', { bubbles: true, cancelable: true });
    // jsdom would report that it cannot navigate.
    addEventListener('click', (event) => event.preventDefault(), { once: true });
    return act(async () => void link.dispatchEvent(click));
  };
  await follow();
  expect(document.body.textContent).not.toContain('¿Salir sin guardar?');
  await type('price', '7');
  await follow();
  expect(document.body.textContent).toContain('¿Salir sin guardar?');
  const close = new Event('beforeunload', { cancelable: true });
  dispatchEvent(close);
  expect(close.defaultPrevented).toBe(true);
  await press(button('Salir sin guardar'));
  expect(router.push).toHaveBeenCalledWith('/dashboard-admin');
  expect(input('price').value).toBe('9');
});

test('an edit form keeps input typed during saving', async () => {
  let answer: (result: Result<undefined, string>) => void = () => {};
  save.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  await show();
  await type('name', 'Domadora');
  await press(button('Save'));
  await type('price', '12');
  await type('name', 'Domadora II');
  await act(async () => answer(succeed(undefined)));
  expect([input('name').value, input('price').value]).toEqual(['Domadora II', '12']);
  await press(button('Save'));
  expect(save.mock.lastCall?.[0]).toMatchObject({ base: { name: 'Domadora', price: '9' } });
  expect(save.mock.lastCall?.[0].changes).toEqual({ name: 'Domadora II', price: '12' });
  await act(async () => answer(succeed(undefined)));
});
