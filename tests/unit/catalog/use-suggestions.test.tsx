// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSuggestions } from '@/components/nav/use-suggestions';
import type { Suggestion } from '@/lib/catalog/suggestions';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const named = (slug: string) => ({ slug }) as Suggestion;

let shown: string[] = [];
function Box({ text }: { text: string }) {
  shown = useSuggestions(text).items.map(({ slug }) => slug);
  return null;
}

function open() {
  const calls: Array<{ url: string; signal: AbortSignal | null | undefined; answer: (slug: string) => Promise<void> }> =
    [];
  vi.stubGlobal(
    'fetch',
    (url: string, init?: RequestInit) =>
      new Promise((resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')));
        const answer = (slug: string) => act(async () => resolve(Response.json({ items: [named(slug)], groups: [] })));
        calls.push({ url, signal: init?.signal, answer });
      }),
  );
  const root = createRoot(document.createElement('div'));
  const type = (text: string) => act(async () => root.render(<Box text={text} />));
  const wait = (milliseconds: number) => act(async () => vi.advanceTimersByTime(milliseconds));
  return { calls, type, wait };
}

it('suggestions are requested when typing pauses, and shown for the last text only', async () => {
  const { calls, type, wait } = open();
  await type('');
  await type('dra');
  await wait(200);
  await type(' drag ');
  await wait(299);
  expect(calls).toEqual([]);
  await wait(1);
  expect(calls.map(({ url }) => url)).toEqual(['/api/search/suggest?q=drag']);
  await type('drago');
  await wait(300);
  expect(calls[0]?.signal?.aborted).toBe(true);
  await calls[0]?.answer('old');
  await calls[1]?.answer('dragon');
  expect(shown).toEqual(['dragon']);
  await type('');
  expect(shown).toEqual([]);
});
