// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDraft } from '@/components/publish/use-draft';
import { emptyDraft, type KeptDraft } from '@/lib/publish/types';

const kept: KeptDraft = {
  id: '2b0f9d52-4a52-4c4e-9a59-0d8f2a3f6c11',
  version: 3,
  slug: null,
  savedAt: '2026-01-01T00:00:00Z',
  draft: { ...emptyDraft, name: 'Faro' },
  base: '',
};

let root: Root;
let form: ReturnType<typeof useDraft>;
let answer: (response: Response) => Promise<void>;

function Form() {
  form = useDraft({ key: 'form', initial: emptyDraft, kept, productId: null, onKept: () => {} });
  return null;
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
  root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Form />));
});

afterEach(async () => {
  await act(async () => root.unmount());
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a draft says that it is kept when everything that was typed is', async () => {
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

test('typing on does not take back what is known of the connection or of another tab', async () => {
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
