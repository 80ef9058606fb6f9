import { join } from 'node:path';
import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';
import { dataPolicy } from './lib/core/security/content-policy.mjs';
import { dataHeaders, dataSources, securityHeaders } from './lib/core/security/headers.mjs';

const config: NextConfig = {
  // For images and services (deploy/README.md). `next start` serves the other kind of build.
  ...(process.env.NEXT_OUTPUT === 'standalone' && { output: 'standalone' }),
  cacheComponents: true,
  partialPrefetching: true,
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  poweredByHeader: false,
  // Next.js would render a stored page once more, without its policy, for each crawler that reads no streamed head. Stored
  // pages have their whole head.
  htmlLimitedBots: /(?!)/,
  reactStrictMode: true,
  // `npm run typecheck` checks all types, so the build does not check them again.
  typescript: { ignoreBuildErrors: true },
  images: {
    formats: ['image/avif', 'image/webp'],
    localPatterns: [
      { pathname: '/media/**', search: '' },
      { pathname: '/*.webp', search: '' },
    ],
    deviceSizes: [390, 640, 828, 1200, 1920],
    imageSizes: [64, 128, 280],
    qualities: [75],
    minimumCacheTTL: 31_536_000,
  },
  turbopack: {
    // The legal texts, as strings (lib/legal/texts.ts).
    rules: { '*.md': { type: 'text' } },
  },
  // What PDFs are set in is read when the first one is made.
  outputFileTracingIncludes: {
    '/api/{factura,creator}/**': ['node_modules/@expo-google-fonts/inter/{400Regular,700Bold}/*.ttf'],
  },
  experimental: {
    // The shop's largest picture has 2.6 million. Next.js would take a hundred times as many, a gigabyte each.
    imgOptMaxInputPixels: 10_000_000,
    // Would render every page of a person a second time at each request, for what its browser might open later.
    cachedNavigations: false,
  },
  cacheHandler: join(import.meta.dirname, 'lib/core/cache/page-cache.mjs'),
  cacheHandlers: { default: join(import.meta.dirname, 'lib/core/cache/use-cache.mjs') },
  redirects: async () => [{ source: '/create', destination: '/publicar', permanent: true }],
  headers: async () => [
    { source: '/:path*', headers: securityHeaders },
    ...dataSources.map((source) => ({ source, headers: dataHeaders })),
    // A picture opened directly runs nothing. This comes last because the last matching header wins.
    { source: '/media/:path*', headers: [{ key: 'Content-Security-Policy', value: `${dataPolicy}; sandbox` }] },
    // The link of an account mail signs somebody in: its answer sets their session.
    { source: '/auth/:path*', headers: [{ key: 'cache-control', value: 'private, no-store' }] },
  ],
};

const withNextIntl = createNextIntlPlugin({
  requestConfig: './lib/core/i18n/request.ts',
  // The build reads the grammar of the messages, so that no browser loads the code that does.
  experimental: { messages: { path: './messages', format: 'json', locales: 'infer', precompile: true } },
});

export default withNextIntl(config);
