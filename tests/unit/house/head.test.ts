import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const app = join(import.meta.dirname, '../../../app');

/**
 * Next.js answers a HEAD by the GET of a route, and neither reads nor cancels its body. These routes may be called so:
 * they change nothing, or what they do is idempotent and due anyway, and their bodies hold nothing open.
 */
const byGet = [
  'api/admin-export/[list]/route.ts',
  'api/azlink/[...path]/route.ts',
  'api/azlink/route.ts',
  'api/club-invoice/[id]/route.ts',
  'api/club-return/route.ts',
  'api/club-saving/route.ts',
  'api/coins/route.ts',
  'api/creator/sales/route.ts',
  'api/creator/statement/route.ts',
  'api/creator/stats/route.ts',
  'api/factura/[orderId]/route.ts',
  'api/followers/route.ts',
  'api/health/route.ts',
  'api/library/route.ts',
  'api/me/route.ts',
  'api/my-data/route.ts',
  'api/my-review/route.ts',
  'api/notifications/route.ts',
  'api/oembed/route.ts',
  'api/own-products/route.ts',
  'api/preview/route.ts',
  'api/product-file/route.ts',
  'api/ready/route.ts',
  'api/recipients/route.ts',
  'api/search/suggest/route.ts',
  'api/status/route.ts',
  'api/status/services/route.ts',
  'api/thanks/route.ts',
  'api/unsubscribe/route.ts',
  'api/v1/[[...path]]/route.ts',
  'api/v1/deliveries/ack/route.ts',
  'api/v1/openapi.json/route.ts',
  'api/verificar-pago/route.ts',
  'api/verificar-paypal/route.ts',
  'auth/confirm/route.ts',
  'auth/social/route.ts',
  'embed/[slug]/route.ts',
  'feed.xml/route.ts',
  'manifest.webmanifest/route.ts',
  'opensearch.xml/route.ts',
  'share/[...path]/route.ts',
  'sitemap.xml/route.ts',
  'sitemaps/[file]/route.ts',
];

test('the GET of a route that changes something does not answer HEAD', () => {
  const routes = globSync('**/route.{ts,tsx}', { cwd: app }).filter((path) => {
    const source = readFileSync(join(app, path), 'utf8');
    return /\bGET\b/.test(source) && !/\bHEAD\b/.test(source);
  });
  expect(routes.sort()).toEqual(byGet);
});
