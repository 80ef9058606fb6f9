import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import FileSystemCacheModule from 'next/dist/server/lib/incremental-cache/file-system-cache.js';
import { areTagsStale } from 'next/dist/server/lib/incremental-cache/tags-manifest.external.js';
import { sharePages } from '../../../lib/core/cache/pages/shared-pages.mjs';
import { syncTags } from '../../../lib/core/cache/tag-log.mjs';
import useCache from '../../../lib/core/cache/use-cache.mjs';
import { connectRedis } from '../../../lib/core/redis/client.mjs';

const Pages = sharePages(FileSystemCacheModule.default);
const pages = new Pages({
  fs: { readFile, existsSync: () => false },
  flushToDisk: true,
  serverDistDir: `${workerData.build}/server`,
  maxMemoryCacheSize: 1_000_000,
});

/** One node: the caches as Next calls them, each call by a message. */
const calls = {
  async begin() {
    await connectRedis();
    await syncTags();
  },
  async getPage(key) {
    const entry = await pages.get(key, { kind: 'APP_PAGE' });
    if (!entry) return null;
    const { html, headers, segmentData } = entry.value;
    const isStale = areTagsStale(headers['x-next-cache-tags'].split(','), entry.lastModified);
    return { html, headers, segments: [...(segmentData?.keys() ?? [])], isStale };
  },
  setPage: (key, html, { tags = [], status = 200, expire = 86_400 }) =>
    pages.set(
      key,
      {
        kind: 'APP_PAGE',
        html,
        status,
        rscData: Buffer.from('rsc'),
        segmentData: new Map([['/_tree', Buffer.from('tree')]]),
        headers: { 'x-next-cache-tags': ['_N_T_/layout', ...tags].join(',') },
      },
      { cacheControl: { revalidate: 3_600, expire } },
    ),
  revalidate: (tags, durations) => pages.revalidateTag(tags, durations),
  async getValue(key) {
    await useCache.refreshTags();
    const entry = await useCache.get(key, []);
    return entry && { text: await new Response(entry.value).text(), tags: entry.tags, isStale: entry.revalidate < 0 };
  },
  setValue: (key, text, tags) => {
    const facts = { tags, stale: 300, timestamp: Date.now(), revalidate: 3_600, expire: 86_400 };
    return useCache.set(key, Promise.resolve({ ...facts, value: new Blob([text]).stream() }));
  },
  /** As Next.js tells of a function that has failed: while its answer is read. */
  failValue(key) {
    const value = new ReadableStream({ pull: (stream) => stream.error(new Error('no answer')) });
    const facts = { tags: [], stale: 300, timestamp: Date.now(), revalidate: 3_600, expire: 86_400 };
    return useCache.set(key, Promise.resolve({ ...facts, value }));
  },
};

parentPort.on('message', async ({ id, name, args }) => {
  try {
    parentPort.postMessage({ id, answer: await calls[name](...args) });
  } catch (error) {
    parentPort.postMessage({ id, problem: String(error?.stack ?? error) });
  }
});
