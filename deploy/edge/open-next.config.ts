import { defineCloudflareConfig } from '@opennextjs/cloudflare';
import doQueue from '@opennextjs/cloudflare/overrides/queue/do-queue';
import doShardedTagCache from '@opennextjs/cloudflare/overrides/tag-cache/do-sharded-tag-cache';
import pageStore from './page-store.ts';

export default {
  ...defineCloudflareConfig({
    incrementalCache: pageStore,
    tagCache: doShardedTagCache({ baseShardSize: 4 }),
    queue: doQueue,
  }),
  buildCommand: 'node node_modules/next/dist/bin/next build',
};
