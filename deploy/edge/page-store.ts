import r2 from '@opennextjs/cloudflare/overrides/incremental-cache/r2-incremental-cache';
import assets from '@opennextjs/cloudflare/overrides/incremental-cache/static-assets-incremental-cache';
import { isNotFound, isUnfinished, withHeaders } from './page-values.ts';

type Store = Omit<typeof r2, 'name'> & { name: string };

/**
 * Rendered pages and cached reads. What the running shop has made is in R2; what the build has made is among the
 * worker's own files, so that a deployment brings it along and nothing has to be filled first.
 */
const pageStore: Store = {
  name: 'unstore-pages',
  get: async (key, kind) =>
    (await r2.get(key, kind)) ?? (kind === undefined || kind === 'cache' ? await assets.get(key, kind) : null),
  set: async (key, value, kind) => {
    if (isNotFound(value)) await r2.delete(key);
    else if (!isUnfinished(value)) await r2.set(key, await withHeaders(value), kind);
  },
  delete: (key) => r2.delete(key),
};

export default pageStore;
