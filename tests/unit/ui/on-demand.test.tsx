// @vitest-environment jsdom
import { act, Component, type ComponentType, type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import { onDemand } from '@/components/ui/on-demand';
import { useOnDemand } from '@/components/ui/use-on-demand';
import { openPlace } from '../rendered.tsx';

const { show } = openPlace();

/** Stands for the page: what throws while it is rendered ends it. */
class Page extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };
  static getDerivedStateFromError() {
    return { isBroken: true };
  }
  override render() {
    return this.state.isBroken ? 'Algo ha fallado' : <>Página {this.props.children}</>;
  }
}

/** Loads a component, except while there is no connection. */
function connection<Props extends object>(component: ComponentType<Props>) {
  const state = { isLost: true };
  return { state, load: async () => (state.isLost ? Promise.reject(new Error('no connection')) : component) };
}

type Dialog = ComponentType<{ onClose: () => void }>;

function DialogOpener({ Dialog }: { Dialog: Dialog }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(true)} />
      {isOpen && <Dialog onClose={() => setOpen(false)} />}
    </>
  );
}

function PopupOpener({ load }: { load: () => Promise<ComponentType> }) {
  const [Popup, open] = useOnDemand(load);
  return Popup ? <Popup /> : <button type="button" onClick={open} />;
}

const press = () => act(async () => document.querySelector('button')?.click());
const text = () => document.body.textContent;

test('a component that cannot be loaded leaves the page intact, and loads on reconnection', async () => {
  const { state, load } = connection(() => 'Saldo');
  const Part = onDemand(load);
  await show(
    <Page>
      <Part />
    </Page>,
  );
  expect(text()).toBe('Página ');
  state.isLost = false;
  await act(async () => void dispatchEvent(new Event('online')));
  expect(text()).toBe('Página Saldo');
});

test('a dialog that cannot be loaded closes, and the next press retries', async () => {
  const { state, load } = connection((_: { onClose: () => void }) => 'Diálogo');
  const Dialog = onDemand(load);
  await show(
    <Page>
      <DialogOpener Dialog={Dialog} />
    </Page>,
  );
  await press();
  expect(text()).toBe('Página ');
  expect(document.querySelector('button')?.ariaExpanded).toBe('false');
  state.isLost = false;
  await press();
  expect(text()).toBe('Página Diálogo');
});

test('a button whose popup cannot be loaded stays, and the next press retries', async () => {
  const { state, load } = connection(() => 'Menú');
  await show(
    <Page>
      <PopupOpener load={load} />
    </Page>,
  );
  await press();
  expect(document.querySelector('button')).not.toBeNull();
  state.isLost = false;
  await press();
  expect(text()).toBe('Página Menú');
});
