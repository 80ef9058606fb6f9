import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { needsNode } from '@/deploy/edge/companion';
import { root, walk } from '../import-graph';

/** Packages that do not run in workerd. */
const native = ['sharp', '@react-pdf/renderer', 'request-filtering-agent'];
const routes = globSync('app/{api,auth,media}/**/route.ts', { cwd: root });

it('every route that needs what workerd lacks is answered by the companion', () => {
  const reached = routes.filter((file) => {
    const { packages } = walk(join(root, file));
    return native.some((name) => packages.has(name));
  });
  const paths = reached.map(
    (file) => `/${file.slice('app/'.length, -'/route.ts'.length).replaceAll(/\[[^\]]+\]/g, 'x')}`,
  );
  expect(paths.filter((path) => !needsNode(path))).toEqual([]);
  expect(paths.length).toBeGreaterThanOrEqual(5);
});

it('a path that is none of its own stays in the worker', () => {
  for (const path of [
    '/',
    '/api/me',
    '/api/webhooks/stripe',
    '/api/factura',
    '/api/factura/x/y',
    '/en/api/cron',
    '/_next/image/x',
  ])
    expect(needsNode(path), path).toBe(false);
});
