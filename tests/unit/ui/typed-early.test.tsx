// @vitest-environment jsdom
import { act, useState, useSyncExternalStore } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MethodChoice } from '@/components/checkout/method-choice-client';
import { Check } from '@/components/ui/check';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { TextArea } from '@/components/ui/text-area';

vi.mock('next-intl', () => ({ useTranslations: () => (key: string) => key }));

const start = { name: 'Ana', text: 'una\r\ndos', kind: 'b', agrees: false, news: true, method: 'tarjeta' };
const options = ['a', 'b', 'c'].map((value) => ({ value, label: value }));
const methods = (['tarjeta', 'paypal'] as const).map((method) => ({
  method,
  icon: 'card' as const,
  marks: [],
  title: method,
  text: '',
}));

let known: typeof start;
let changes: number;

/** A form that renders again as soon as it is awake, as that of the checkout does. */
function Form() {
  const [form, setForm] = useState(start);
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  known = form;
  const change = (part: Partial<typeof start>) => {
    changes += 1;
    setForm({ ...form, ...part });
  };
  return (
    <form>
      <Field label="name" name="name" value={form.name} onChange={(event) => change({ name: event.target.value })} />
      <TextArea label="text" name="text" value={form.text} onChange={(event) => change({ text: event.target.value })} />
      <Select
        label="kind"
        name="kind"
        options={options}
        value={form.kind}
        onChange={(event) => change({ kind: event.target.value })}
      />
      <Check
        label="agrees"
        name="agrees"
        checked={form.agrees}
        onChange={(event) => change({ agrees: event.target.checked })}
      />
      <Check
        label="news"
        name="news"
        checked={form.news}
        onChange={(event) => change({ news: event.target.checked })}
      />
      <MethodChoice
        options={methods}
        chosen={form.method as 'tarjeta'}
        onChoose={(method) => change({ method })}
        disabled={false}
      />
    </form>
  );
}

let root: Root | undefined;
let container: HTMLElement;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  changes = 0;
  container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<Form />);
});

afterEach(async () => {
  await act(async () => root?.unmount());
  container.remove();
  vi.unstubAllGlobals();
});

const wake = () =>
  act(async () => {
    root = hydrateRoot(container, <Form />);
  });
const control = <Node extends HTMLElement = HTMLInputElement>(selector: string) =>
  container.querySelector<Node>(selector) as Node;

test('input typed, selected and ticked before hydration is kept', async () => {
  control('[name=name]').value = 'Ana María';
  control('[name=text]').value = 'tres\ncuatro';
  control('[name=kind]').value = 'c';
  control('[name=agrees]').checked = true;
  control('[value=paypal]').checked = true;
  await wake();
  const typed = { name: 'Ana María', text: 'tres\ncuatro', kind: 'c', agrees: true, news: true, method: 'paypal' };
  expect(known).toEqual(typed);
  expect(changes).toBe(5);
  expect(control('[name=name]').value).toBe('Ana María');
  expect(control('[name=kind]').value).toBe('c');
  expect(control('[name=agrees]').checked).toBe(true);
  expect(control('[value=paypal]').checked).toBe(true);
});

test('cleared and unticked controls stay unchanged by hydration', async () => {
  control('[name=name]').value = '';
  control('[name=news]').checked = false;
  await wake();
  expect(known.name).toBe('');
  expect(known.news).toBe(false);
  expect(control('[name=news]').checked).toBe(false);
  expect(changes).toBe(2);
});

test('an untouched form gets no events on hydration', async () => {
  await wake();
  expect(changes).toBe(0);
  expect(known).toEqual(start);
});

test('a client-rendered form gets no events', async () => {
  container.innerHTML = '';
  await act(async () => {
    const { createRoot } = await import('react-dom/client');
    root = createRoot(container);
    root.render(<Form />);
  });
  expect(changes).toBe(0);
  expect(control('[name=kind]').value).toBe('b');
});
