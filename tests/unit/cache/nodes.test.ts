import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createClient } from '@redis/client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Redis, startRedis } from '../../../scripts/tools/redis.ts';

type Page = { html: string; headers: Record<string, string>; segments: string[]; isStale: boolean };
type Value = { text: string; tags: string[]; isStale: boolean };

/** A node is a thread with its own modules, memory and knowledge of tags. */
class Node {
  readonly #worker: Worker;
  readonly #waiting = new Map<string, (message: { answer?: unknown; problem?: string }) => void>();

  constructor(build: string, url: string) {
    this.#worker = new Worker(new URL('node.mjs', import.meta.url), {
      workerData: { build },
      env: { ...process.env, REDIS_URL: url },
    });
    this.#worker.on('message', (message) => this.#waiting.get(message.id)?.(message));
  }

  #call<Answer>(name: string, ...args: unknown[]): Promise<Answer> {
    const id = randomUUID();
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ answer, problem }) => {
        this.#waiting.delete(id);
        problem ? reject(new Error(problem)) : resolve(answer as Answer);
      });
      this.#worker.postMessage({ id, name, args });
    });
  }

  begin = () => this.#call('begin');
  getPage = (key: string) => this.#call<Page | null>('getPage', key);
  setPage = (key: string, html: string, facts: { tags?: string[]; status?: number; expire?: number } = {}) =>
    this.#call('setPage', key, html, facts);
  revalidate = (tag: string, durations?: { expire?: number }) => this.#call('revalidate', tag, durations);
  getValue = (key: string) => this.#call<Value | undefined>('getValue', key);
  setValue = (key: string, text: string, tags: string[]) => this.#call('setValue', key, text, tags);
  failValue = (key: string) => this.#call('failValue', key);
  stop = () => this.#worker.terminate();
}

/** Writes the id of a build, the time when it began. */
const build = async (id: number) => {
  const folder = await mkdtemp(join(tmpdir(), 'build-'));
  await mkdir(join(folder, 'server'));
  await writeFile(join(folder, 'BUILD_ID'), String(id));
  return folder;
};

let redis: Redis;
let [first, second, newer]: Node[] = [];
const node = (one: Node | undefined): Node => {
  if (!one) throw new Error('no node');
  return one;
};

beforeAll(async () => {
  redis = await startRedis();
  const present = await build(1);
  [first, second, newer] = [present, present, await build(2)].map((folder) => new Node(folder, redis.url));
  // The tag log starts with the first node that reads it.
  for (const each of [first, second, newer]) await node(each).begin();
});
afterAll(async () => {
  await Promise.all([first, second, newer].map((each) => each?.stop()));
  redis?.wake();
  await redis?.kill();
});

/** A page with a tag of its own. */
const some = () => ({ key: `/es/p/${randomUUID()}`, tag: `product:${randomUUID()}` });
const atOnce = { expire: 0 };
const behind = { expire: 31_536_000 };
const heard = { timeout: 10_000, interval: 20 };

test('a node serves a page rendered by another one of the same release only', async () => {
  const { key, tag } = some();
  expect(await node(first).getPage(key)).toBeNull();
  await node(first).setPage(key, '<p>10 €</p>', { tags: [tag] });
  const page = { html: '<p>10 €</p>', segments: ['/_tree'], isStale: false };
  expect(await node(second).getPage(key)).toMatchObject(page);
  expect(await node(newer).getPage(key)).toBeNull();
});

test('a tag expired by one node expires on all nodes, of any release', async () => {
  const { key, tag } = some();
  for (const each of [first, newer]) await node(each).setPage(key, 'old', { tags: [tag] });
  await node(first).setValue(key, 'old', [tag]);
  expect(await node(second).getPage(key)).toMatchObject({ html: 'old' });
  expect(await node(second).getValue(key)).toMatchObject({ text: 'old', isStale: false });
  await node(second).revalidate(tag, atOnce);
  expect(await node(second).getPage(key)).toBeNull();
  for (const each of [first, newer]) await vi.waitUntil(async () => (await node(each).getPage(key)) === null, heard);
  expect(await node(first).getValue(key)).toBeUndefined();
});

test('a tag revalidated by one node is served stale once by the others, until one renders it again', async () => {
  const { key, tag } = some();
  await node(first).setPage(key, 'old', { tags: [tag] });
  await node(first).setValue(key, 'old', [tag]);
  expect(await node(second).getPage(key)).toMatchObject({ html: 'old', isStale: false });
  await node(first).revalidate(tag, behind);
  await vi.waitUntil(async () => (await node(second).getPage(key))?.isStale, heard);
  expect(await node(second).getValue(key)).toMatchObject({ text: 'old', isStale: true });
  await node(first).getPage(key);
  await node(first).setPage(key, 'new', { tags: [tag] });
  await node(first).setValue(key, 'new', [tag]);
  expect(await node(second).getPage(key)).toMatchObject({ html: 'new', isStale: false });
  expect(await node(second).getValue(key)).toMatchObject({ text: 'new', isStale: false });
});

test('a failed read is repeated, without waiting for the failed one', async () => {
  const { key, tag } = some();
  const failing = node(first)
    .failValue(key)
    .catch(() => 'failed');
  const patience = delay(5_000, 'waits', { ref: false });
  expect(await Promise.race([node(first).getValue(key), patience])).toBeUndefined();
  expect(await failing).toBeUndefined();
  await node(first).setValue(key, 'there', [tag]);
  for (const each of [first, second]) expect(await node(each).getValue(key)).toMatchObject({ text: 'there' });
});

test('a page rendered across a change is not stored', async () => {
  const { key, tag } = some();
  expect(await node(first).getPage(key)).toBeNull();
  await node(second).revalidate(tag, atOnce);
  await node(first).setPage(key, 'read before the change', { tags: [tag] });
  expect(await node(second).getPage(key)).toBeNull();
  await vi.waitUntil(async () => (await node(first).getPage(key)) === null, heard);
});

test('pages and values expire after a day at most, and unknown addresses are not stored', async () => {
  const { key } = some();
  await node(first).setPage(`${key}-unknown`, 'not found', { status: 404 });
  await node(first).setPage(key, 'for ever', { expire: 31_536_000 });
  const client = await createClient({ url: redis.url }).connect();
  const keys = await client.keys('*');
  expect(keys.filter((each) => each.includes(key))).toHaveLength(1);
  const lives = await Promise.all(
    keys.filter((each) => !each.startsWith('unstore:tags')).map((each) => client.ttl(each)),
  );
  await client.close();
  expect(Math.min(...lives)).toBeGreaterThan(0);
  expect(Math.max(...lives)).toBeLessThanOrEqual(86_400);
});

test('a hanging Redis delays one request briefly, and changes of that time are received later', async () => {
  const { key, tag } = some();
  await node(first).setPage(key, 'old', { tags: [tag] });
  await node(second).getPage(key);
  redis.hang();
  const began = performance.now();
  for (let time = 0; time < 100; time += 1) expect(await node(second).getPage(key)).toMatchObject({ html: 'old' });
  await node(first).revalidate(tag, atOnce);
  // To wait 200 ms for each of the pages would take 20 seconds; it takes half of one.
  expect(performance.now() - began).toBeLessThan(10_000);
  redis.wake();
  await vi.waitUntil(async () => (await node(second).getPage(key)) === null, heard);
});

test('after Redis has lost its data, older pages are revalidated on their next visit', {
  tags: 'nightly',
}, async () => {
  const { key, tag } = some();
  for (const each of [first, second]) await node(each).setPage(key, 'old', { tags: [tag] });
  await redis.kill();
  await redis.restart();
  for (const each of [first, second]) await vi.waitUntil(async () => (await node(each).getPage(key))?.isStale, heard);
});
