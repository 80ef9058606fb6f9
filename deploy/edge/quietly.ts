import { join } from 'node:path';

/** Variables with which wrangler asks nothing, tells nobody, and writes nothing outside the data folder. */
export const quietly = (root: string) => ({
  CI: '1',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_LOG_PATH: join(root, '.data/edge/logs'),
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
});
