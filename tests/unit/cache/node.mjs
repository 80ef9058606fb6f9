import { parentPort, workerData } from 'node:worker_threads';
import PageCache from '../../../lib/core/cache/page-cache.mjs';
import { syncTags } from '../../../lib/core/cache/tag-log.mjs';
import useCache from '../../../lib/core/cache/use-cache.mjs';
import { connectRedis } from '../../../lib/core/redis/client.mjs';

const pages = new PageCache({ serverDistDir: `${workerData.build}/server` });

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
    // Next.js's rule: an entry past its revalidation time is served stale once.
    const isStale = Date.now() > entry.lastModified + entry.cacheControl.revalidate * 1000;
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
  /** Next.js's behaviour for a failed function: the stream of its value errors. */
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
