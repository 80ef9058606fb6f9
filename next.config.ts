import { join } from 'node:path';
import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';
import { dataPolicy } from './lib/core/security/content-policy.mjs';
import { dataHeaders, dataSources, securityHeaders } from './lib/core/security/headers.ts';

const withNextIntl = createNextIntlPlugin('./lib/core/i18n/request.ts');

const cataloguePages = ['/', '/:section(plugins|series|dlcs|events|trends)/:rest*', '/p/:slug', '/account/:name'];

const config: NextConfig = {
  cacheComponents: true,
  partialPrefetching: true,
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run typecheck` checks all types, so the build does not check them again.
  typescript: { ignoreBuildErrors: true },
  images: {
    formats: ['image/avif', 'image/webp'],
    localPatterns: [
      { pathname: '/media/**', search: '' },
      { pathname: '/*.webp', search: '' },
    ],
    deviceSizes: [390, 640, 828, 1080, 1440, 1920],
    imageSizes: [64, 128, 200, 280],
    qualities: [75],
    minimumCacheTTL: 31_536_000,
  },
  // workerd unpacks at most 128 MiB at once, and Next allows five times this number.
  experimental: { maxPostponedStateSize: '20mb' },
  cacheHandler: join(import.meta.dirname, 'lib/core/security/page-cache.mjs'),
  redirects: async () => [{ source: '/create', destination: '/publicar', permanent: true }],
  headers: async () => [
    { source: '/:path*', headers: securityHeaders },
    ...dataSources.map((source) => ({ source, headers: dataHeaders })),
    // A picture opened directly runs nothing. This comes last because the last matching header wins.
    { source: '/media/:path*', headers: [{ key: 'Content-Security-Policy', value: `${dataPolicy}; sandbox` }] },
    // By default Next.js lets a browser show a cached page for a day while it asks for a new one: old prices and
    // reviews.
    ...cataloguePages.map((source) => ({
      source,
      headers: [{ key: 'cache-control', value: 'public, max-age=0, must-revalidate' }],
    })),
  ],
};

export default withNextIntl(config);
