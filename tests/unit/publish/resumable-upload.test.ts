// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { readUnfinished, startUpload, type Unfinished } from '@/components/publish/resumable-upload';

const hour = 60 * 60 * 1000;
const unfinished = (begunAt: number): Unfinished => ({
  link: 'descargas/mundo.zip',
  url: 'https://storage.example/upload',
  name: 'mundo.zip',
  size: 4,
  modified: 7,
  begunAt,
});
const keep = (key: string, begunAt: number) => localStorage.setItem(key, JSON.stringify(unfinished(begunAt)));

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')));
});

test('an upload removes expired ones, and keeps those of other products', async () => {
  keep('upload-a-downloadLink', Date.now() - hour);
  keep('upload-b-downloadLink', Date.now() - 25 * hour);
  localStorage.setItem('upload-downloadLink', 'null');
  localStorage.setItem('cart', '{}');
  const { done } = startUpload(new File(['otro'], 'otro.zip'), {
    uploadKey: 'c-downloadLink',
    onState: () => {},
    onProgress: () => {},
  });
  expect(await done).toBeNull();
  expect(Object.keys(localStorage).sort()).toEqual(['cart', 'upload-a-downloadLink']);
  expect(readUnfinished('a-downloadLink')?.name).toBe('mundo.zip');
});

test.each([
  ['after the session has ended', 401],
  ['after too many steps', 429],
  ['in an outage', 503],
])('an upload that is continued %s can be continued later', async (_when, status) => {
  const steps: string[] = [];
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    steps.push(JSON.parse(body).step);
    return Response.json({ message: 'Ahora no.' }, { status });
  });
  keep('upload-a-downloadLink', Date.now() - hour);
  const file = new File(['PK__'], 'mundo.zip', { lastModified: 7 });
  const { done } = startUpload(file, { uploadKey: 'a-downloadLink', onState: () => {}, onProgress: () => {} });
  expect(await done).toEqual({ message: 'Ahora no.' });
  expect(steps).toEqual(['goOn']);
  expect(readUnfinished('a-downloadLink')?.url).toBe('https://storage.example/upload');
});
