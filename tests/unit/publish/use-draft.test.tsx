// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDraft } from '@/components/publish/use-draft';
import { emptyDraft, type KeptDraft, type ProductDraft } from '@/lib/publish/types';

const kept: KeptDraft = {
  id: '2b0f9d52-4a52-4c4e-9a59-0d8f2a3f6c11',
  version: 3,
  slug: null,
  savedAt: '2026-01-01T00:00:00Z',
  draft: { ...emptyDraft, name: 'Faro' },
  base: '',
};

let root: Root;
let formName = '';
let page: { kept: KeptDraft | null; initial?: ProductDraft; named?: string };
const onStale = vi.fn();
let form: ReturnType<typeof useDraft>;
let answer: (response: Response) => Promise<void>;

function Form() {
  const { kept, initial = emptyDraft, named = null } = page;
  form = useDraft({ form: formName, initial, kept, productId: formName, named, onStale, onKept: () => {} });
  return null;
}

/** Shows the form with what its page comes with. */
const show = (next: typeof page) =>
  act(async () => {
    page = next;
    root.render(<Form />);
  });

/** Leaves the form, and shows it again with what the router has kept of its page. */
async function leaveAndReturn(next = page) {
  await act(async () => root.unmount());
  root = createRoot(document.createElement('div'));
  await show(next);
}

const type = (name: string) => act(async () => form.change({ name }));
const pause = () => act(() => vi.advanceTimersByTimeAsync(1_000));

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((resolve) => {
        answer = (response) => act(async () => resolve(response));
      }),
  );
  formName = crypto.randomUUID();
  onStale.mockClear();
  root = createRoot(document.createElement('div'));
  await show({ kept });
});

afterEach(async () => {
  await act(async () => root.unmount());
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a draft is reported as saved once all input is saved', async () => {
  expect(form.state).toBe('kept');
  await type('Faro de sal');
  expect(form.state).toBe('saving');
  await pause();
  expect(form.state).toBe('saving');
  await type('Faro de sal y niebla');
  await answer(Response.json({ version: 4 }));
  expect(form.state).toBe('saving');
  await pause();
  await answer(Response.json({ version: 5 }));
  expect(form.state).toBe('kept');
});

test('further typing keeps the state of the connection and of other tabs', async () => {
  await type('Faro de sal');
  await pause();
  await answer(new Response('', { status: 503 }));
  expect(form.state).toBe('waiting');
  await type('Faro de sal y niebla');
  expect(form.state).toBe('waiting');
  await pause();
  await answer(Response.json({ version: 9 }, { status: 409 }));
  expect(form.state).toBe('conflict');
  await type('Faro');
  expect(form.state).toBe('conflict');
});

/** Types and waits until the shop has it. */
async function keep(name: string, version: number) {
  await type(name);
  await pause();
  await answer(Response.json({ version }));
  expect(form.state).toBe('kept');
}

test('a form shown again from the first page continues the saved draft', async () => {
  await keep('Una hora de trabajo', 4);
  expect(onStale).not.toHaveBeenCalled();
  await leaveAndReturn();
  expect(form).toMatchObject({ draft: { name: 'Una hora de trabajo' }, state: 'kept', isRecovered: true });
  expect(onStale).toHaveBeenCalledOnce();
  await keep('Y una tarde', 5);
});

test('a form shown again from a page without a draft continues the saved draft', async () => {
  formName = crypto.randomUUID();
  await leaveAndReturn({ kept: null });
  await keep('Una hora de trabajo', 1);
  const begun = form.draftId;
  await leaveAndReturn();
  expect(form).toMatchObject({ draftId: begun, draft: { name: 'Una hora de trabajo' } });
  await keep('Y una tarde', 2);
});

test('a pending request is sent once when its form is shown again, without a conflict', async () => {
  await type('Una hora de trabajo');
  await leaveAndReturn();
  expect(form).toMatchObject({ draft: { name: 'Una hora de trabajo' }, state: 'saving' });
  await answer(Response.json({ version: 4 }));
  expect(form.state).toBe('kept');
});

test('a page with a newer draft shows that one', async () => {
  await keep('Aquí', 4);
  await leaveAndReturn({ kept: { ...kept, version: 9, draft: { ...emptyDraft, name: 'En otro sitio' } } });
  expect(form.draft.name).toBe('En otro sitio');
  expect(onStale).not.toHaveBeenCalled();
});

test('an ended draft is not shown again, and its page is refreshed', async () => {
  await keep('Enviado', 4);
  await act(async () => form.end());
  await leaveAndReturn({ kept });
  expect(form).toMatchObject({ draftId: null, draft: { name: '' }, isRecovered: false });
  expect(onStale).toHaveBeenCalledOnce();
  await show({ kept: null, initial: { ...emptyDraft, name: 'Como se envió' } });
  expect(form.draft.name).toBe('Como se envió');
});

test("a refreshed page with the form's own changes changes nothing", async () => {
  formName = crypto.randomUUID();
  await leaveAndReturn({ kept: null });
  await keep('Faro de sal', 1);
  await type('Faro de sal y niebla');
  await show({ kept: { ...kept, id: form.draftId ?? '', version: 1, draft: { ...emptyDraft, name: 'Faro de sal' } } });
  expect(form.draft.name).toBe('Faro de sal y niebla');
});

test('a draft restored by withdrawing a revision is shown, unless input is unsaved', async () => {
  const id = '7d1c2f0a-1b7e-4a55-8f0e-3c9a5b6d7e8f';
  const taken = { ...kept, id, version: 1, draft: { ...emptyDraft, name: 'Retirado' } };
  formName = crypto.randomUUID();
  await leaveAndReturn({ kept: null });
  await show({ kept: taken });
  expect(form).toMatchObject({ draftId: id, draft: { name: 'Retirado' } });

  formName = crypto.randomUUID();
  await leaveAndReturn({ kept: null });
  await type('Sin guardar');
  await show({ kept: taken });
  expect(form.draft.name).toBe('Sin guardar');
});

test('a product that has changed since the form was opened requires a choice, which is kept', async () => {
  formName = crypto.randomUUID();
  const initial = { ...emptyDraft, name: 'Faro' };
  await leaveAndReturn({ kept: null, initial });
  await keep('Faro de sal', 1);
  expect(form.isOutdated).toBe(false);
  await show({ kept: null, initial: { ...initial, downloadLink: 'https://example.org/2.zip' } });
  expect(form).toMatchObject({ isOutdated: true, draft: { name: 'Faro de sal', downloadLink: '' } });
  await act(async () => form.goOn());
  expect(form).toMatchObject({ isOutdated: false, state: 'saving', draft: { name: 'Faro de sal' } });
});
