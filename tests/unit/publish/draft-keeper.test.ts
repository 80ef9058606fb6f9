// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DraftKeeper } from '@/components/publish/draft-keeper';
import { emptyDraft, type KeptDraft } from '@/lib/publish/types';

const id = '2b0f9d52-4a52-4c4e-9a59-0d8f2a3f6c11';
const other = '7d1c2f0a-1b7e-4a55-8f0e-3c9a5b6d7e8f';
const first = { draft: emptyDraft, mark: 'new' };
const kept: KeptDraft = {
  id,
  version: 3,
  slug: null,
  savedAt: '2026-01-01T00:00:00Z',
  draft: { ...emptyDraft, name: 'Faro' },
  base: '',
};

type Request = {
  method: string;
  url: string;
  keepalive: boolean;
  id?: string;
  version?: number;
  name?: string;
  productId?: string | null;
};
let requests: Request[];
let answers: Array<(response: Response | null) => void>;

const open = (draft: KeptDraft | null = kept) =>
  new DraftKeeper({ form: 'form', productId: null, initial: first, kept: draft });
const pause = () => vi.advanceTimersByTimeAsync(1_000);
const local = () => JSON.parse(localStorage.getItem('draft-form') ?? 'null');

/** Answers the request that has waited longest; null for a lost connection. */
async function answer(status: number | null, body: object = {}) {
  answers.shift()?.(status === null ? null : Response.json(body, { status }));
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  [requests, answers] = [[], []];
  vi.stubGlobal('fetch', (url: string, { method = '', body = '{}', keepalive = false } = {}) => {
    const { id: sentId, productId, version, content } = JSON.parse(body);
    requests.push({ method, url, keepalive, id: sentId, productId, version, name: content?.draft.name });
    return new Promise((resolve, reject) =>
      answers.push((response) => (response ? resolve(response) : reject(new TypeError('no connection')))),
    );
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a new draft gets an id with its first letter, and reports it once saved', async () => {
  const keeper = open(null);
  const onKept = vi.fn();
  keeper.onKept = onKept;
  keeper.change({ name: 'F' });
  keeper.change({ name: 'Faro' });
  expect(local().draft.name).toBe('Faro');
  await pause();
  expect(requests).toMatchObject([{ method: 'PUT', version: 0, name: 'Faro' }]);
  expect(onKept).not.toHaveBeenCalled();
  await answer(200, { version: 1 });
  expect(onKept).toHaveBeenCalledExactlyOnceWith(keeper.read().id);
  expect(keeper.read()).toMatchObject({ state: 'kept', version: 1 });
  expect(local()).toBeNull();
});

test('the last state of input typed during a request is sent after the response', async () => {
  const keeper = open();
  keeper.change({ name: 'Faro 1' });
  await pause();
  keeper.change({ name: 'Faro 2' });
  await pause();
  expect(requests).toHaveLength(1);
  await answer(200, { version: 4 });
  expect(keeper.read().state).toBe('saving');
  await pause();
  expect(requests[1]).toMatchObject({ version: 4, name: 'Faro 2' });
  await answer(200, { version: 5 });
  expect(keeper.read().state).toBe('kept');
});

test.each([
  [null, 'waiting'],
  [500, 'waiting'],
  [401, 'signedOut'],
])('a response of %s is retried, with the input in the browser until then: %s', async (status, state) => {
  const keeper = open();
  keeper.change({ name: 'Faro 1' });
  await pause();
  await answer(status);
  expect(keeper.read().state).toBe(state);
  expect(local()).toMatchObject({ id, version: 3, draft: { name: 'Faro 1' } });
  await vi.advanceTimersByTimeAsync(5_000);
  await answer(200, { version: 4 });
  expect(keeper.read().state).toBe('kept');
  expect(local()).toBeNull();
});

test.each([
  ['is overwritten in its current version', { id: other, version: 9 }, { id: other, version: 9 }],
  ['is replaced by a new draft if it was deleted', { version: 0 }, { version: 0 }],
])('a version of another person %s, and only after a choice', async (_what, body, next) => {
  const keeper = open();
  keeper.change({ name: 'Mío' });
  await pause();
  await answer(409, body);
  expect(keeper.read().state).toBe('conflict');
  keeper.change({ name: 'Mío y más' });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(requests).toHaveLength(1);
  keeper.keepMine();
  expect(requests[1]).toMatchObject({ ...next, name: 'Mío y más' });
  if (next.version === 0) expect(requests[1]?.id).not.toBe(id);
});

test('a draft whose product is gone is kept as the draft of a new product, after a choice', async () => {
  const keeper = new DraftKeeper({ form: 'form', productId: other, initial: first, kept });
  keeper.change({ name: 'Mío' });
  await pause();
  expect(requests[0]).toMatchObject({ id, productId: other, version: 3 });
  await answer(404, { error: 'no_existe' });
  expect(keeper.read().state).toBe('conflict');
  keeper.keepMine();
  expect(requests[1]).toMatchObject({ productId: null, version: 0, name: 'Mío' });
  expect(requests[1]?.id).not.toBe(id);
});

test('a draft that is too long is sent again once it is shorter', async () => {
  const keeper = open();
  keeper.change({ name: 'largo'.repeat(100) });
  await pause();
  await answer(422);
  expect(keeper.read().state).toBe('full');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(requests).toHaveLength(1);
  keeper.change({ name: 'corto' });
  expect(keeper.read().state).toBe('full');
  await pause();
  await answer(200, { version: 4 });
  expect(keeper.read().state).toBe('kept');
});

test('a discarded draft is deleted, even if it arrives afterwards', async () => {
  const keeper = open(null);
  keeper.change({ name: 'Faro' });
  const begun = keeper.read().id;
  await pause();
  keeper.discard(first);
  expect(keeper.read()).toMatchObject({ id: '', version: 0, draft: emptyDraft, isRecovered: false, state: 'kept' });
  expect(requests).toHaveLength(1);
  await answer(200, { version: 1 });
  expect(requests[1]).toMatchObject({ method: 'DELETE', url: `/api/product-draft?id=${begun}` });
  expect(local()).toBeNull();
});

test('input after a discarded draft starts a new one, sent after it', async () => {
  const keeper = open();
  keeper.change({ name: 'Viejo' });
  await pause();
  keeper.discard(first);
  keeper.change({ name: 'Nuevo' });
  await pause();
  expect(requests.map(({ method }) => method)).toEqual(['PUT', 'DELETE']);
  await answer(200, { version: 4 });
  await answer(200);
  await answer(200);
  await pause();
  expect(requests.at(-1)).toMatchObject({ method: 'PUT', version: 0, name: 'Nuevo' });
  expect(requests.at(-1)?.id).not.toBe(id);
  expect(local().draft.name).toBe('Nuevo');
});

test('all input is saved before a submission for review, and nothing during it', async () => {
  const keeper = open();
  keeper.change({ name: 'Faro 1' });
  await pause();
  keeper.change({ name: 'Faro 2' });
  const saved = keeper.pause();
  await answer(200, { version: 4 });
  expect(requests[1]).toMatchObject({ version: 4, name: 'Faro 2' });
  await answer(200, { version: 5 });
  expect(await saved).toMatchObject({ id, version: 5 });
  keeper.change({ name: 'Faro 3' });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(requests).toHaveLength(2);
  keeper.resume();
  expect(local()).toMatchObject({ version: 5, draft: { name: 'Faro 3' } });
  expect(requests[2]).toMatchObject({ version: 5, name: 'Faro 3' });
});

test('a form without input is sent to review without a draft', async () => {
  expect(await open(null).pause()).toMatchObject({ id: '', version: 0 });
  expect(requests).toHaveLength(0);
});

test('a draft that the shop does not save can still be sent to review', async () => {
  const keeper = open();
  const saved = keeper.pause();
  await answer(422);
  expect(await saved).toMatchObject({ id, version: 3 });
});

test('a newer version of another device requires a choice before a submission, even without input', async () => {
  const keeper = open();
  const saved = keeper.pause();
  await answer(409, { id, version: 5 });
  expect(await saved).toBeNull();
  keeper.resume();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(keeper.read().state).toBe('conflict');
  expect(requests).toHaveLength(1);
});

test('a refused submission during a conflict overwrites nothing', async () => {
  const keeper = open();
  keeper.change({ name: 'Faro 1' });
  await pause();
  await answer(409, { id, version: 8 });
  expect(await keeper.pause()).toBeNull();
  keeper.resume();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(keeper.read().state).toBe('conflict');
  expect(requests).toHaveLength(1);
});

test('a submitted draft is not sent again, and is deleted if it arrives late', async () => {
  const keeper = open();
  keeper.change({ name: 'Faro 1' });
  await pause();
  keeper.end();
  await answer(200, { version: 4 });
  expect(requests[1]).toMatchObject({ method: 'DELETE' });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(requests).toHaveLength(2);
});

test.each([
  [1_000, true],
  [70_000, false],
])('a draft of %i letters is saved while its page unloads: %s', async (length, keepalive) => {
  const keeper = open();
  keeper.change({ description: 'x'.repeat(length) });
  void keeper.send(true);
  expect(requests).toMatchObject([{ keepalive }]);
});

test('unsaved input is restored by the next page, with its mark', async () => {
  open().change({ name: 'Sin enviar' });
  const keeper = open();
  keeper.recover();
  expect(keeper.read()).toMatchObject({ id, version: 3, draft: { name: 'Sin enviar' }, isRecovered: true });
  const another = open({ ...kept, id: other });
  another.recover();
  expect(another.read()).toMatchObject({ id: other, draft: { name: 'Faro' } });
});

test('a draft is kept beside the next one of the same form in the browser', async () => {
  const before = open();
  before.change({ name: 'Faro 1' });
  await pause();
  const next = open(null);
  next.change({ name: 'Otro' });
  await answer(200, { version: 4 });
  expect(local()).toMatchObject({ id: next.read().id, draft: { name: 'Otro' } });
});
