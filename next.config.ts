import { join } from 'node:path';
import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';
import { dataPolicy } from './lib/core/security/content-policy.mjs';
import { dataHeaders, dataSources, securityHeaders, unframedHeaders } from './lib/core/security/headers.mjs';

const config: NextConfig = {
  // For images and services (deploy/README.md). `next start` serves the other kind of build.
  ...(process.env.NEXT_OUTPUT === 'standalone' && { output: 'standalone' }),
  // The start of the build is the age of its prerendered pages (lib/core/cache/built-pages.mjs).
  generateBuildId: () => String(Date.now()),
  cacheComponents: true,
  partialPrefetching: true,
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  poweredByHeader: false,
  // For crawlers that do not read a streamed head, Next.js would render a stored page again, without its policy. Stored
  // pages have a complete head.
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
  // Read on first use: the countries of addresses, at a sign-in, and the fonts of PDFs.
  outputFileTracingIncludes: {
    '/**': ['node_modules/@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'],
    '/api/{factura,creator}/**': ['node_modules/@expo-google-fonts/inter/{400Regular,700Bold}/*.ttf'],
  },
  experimental: {
    // The shop's largest picture has 2.6 million pixels. Next.js's limit is a hundred times higher, with a gigabyte of
    // memory each.
    imgOptMaxInputPixels: 10_000_000,
    // Would render each personal page twice, for possible later navigations.
    cachedNavigations: false,
    // Writing this cache takes a quarter of a first build, more than a later build gains from it.
    turbopackFileSystemCacheForBuild: false,
  },
  cacheHandler: join(import.meta.dirname, 'lib/core/cache/page-cache.mjs'),
  cacheHandlers: { default: join(import.meta.dirname, 'lib/core/cache/use-cache.mjs') },
  redirects: async () => [{ source: '/create', destination: '/publicar', permanent: true }],
  headers: async () => [
    { source: '/:path*', headers: securityHeaders },
    { source: '/((?!embed/).*)', headers: unframedHeaders },
    ...dataSources.map((source) => ({ source, headers: dataHeaders })),
    // A picture opened directly runs no scripts. This comes last because the last matching header wins.
    { source: '/media/:path*', headers: [{ key: 'Content-Security-Policy', value: `${dataPolicy}; sandbox` }] },
    // An account mail's link signs a person in, and its response sets the session.
    { source: '/auth/:path*', headers: [{ key: 'cache-control', value: 'private, no-store' }] },
  ],
};

const withNextIntl = createNextIntlPlugin({
  requestConfig: './lib/core/i18n/request.ts',
  // The build parses the messages, so that browsers load no parser.
  experimental: { messages: { path: './messages', format: 'json', locales: 'infer', precompile: true } },
});

export default withNextIntl(config);
