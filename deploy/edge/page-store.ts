import r2 from '@opennextjs/cloudflare/overrides/incremental-cache/r2-incremental-cache';
import assets from '@opennextjs/cloudflare/overrides/incremental-cache/static-assets-incremental-cache';
import { edge } from './edge.ts';
import { isNotFound, madeAt, noteBegin, withHeaders } from './page-values.ts';

type Store = Omit<typeof r2, 'name'> & { name: string };

/** When a request first asked the store: everything that it renders is read from the database later. */
const begun = () => {
  begunOf ??= edge().perRequest(() => Date.now() - 1);
  return begunOf();
};
let begunOf: (() => number) | undefined;

/**
 * Rendered pages and cached reads. What the running shop has made is in R2; what the build has made is among the
 * worker's own files, so that a deployment brings it along and nothing has to be filled first.
 *
 * An entry is as old as the beginning of its making, not as the moment it was stored: what was revalidated in between
 * may not be in it.
 */
const pageStore: Store = {
  name: 'unstore-pages',
  get: async (key, kind) => {
    begun();
    const kept = await r2.get(key, kind);
    if (kept) return { ...kept, lastModified: madeAt(kept.value) ?? kept.lastModified };
    return kind === undefined || kind === 'cache' ? await assets.get(key, kind) : null;
  },
  set: async (key, value, kind) => {
    if (isNotFound(value)) return r2.delete(key);
    const since = begun();
    return r2.set(key, noteBegin(await withHeaders(value), since), kind);
  },
  delete: (key) => r2.delete(key),
};

export default pageStore;
