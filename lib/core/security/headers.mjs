import { dataPolicy } from './content-policy.mjs';
import { publicFiles } from './public-files.mjs';

/** @typedef {{ key: string, value: string }} Header */

/**
 * Headers of every response. Pages get their policy from `page-headers.mjs` and `middleware.ts`.
 *
 * @type {Header[]}
 */
export const securityHeaders = [
  { key: 'Strict-Transport-Security', value: 'max-age=63072000; includeSubDomains' },
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), browsing-topics=()' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
];

/**
 * For all but the frames for other sites (`/embed/`), whose own policy says who may frame them.
 *
 * @type {Header[]}
 */
export const unframedHeaders = [{ key: 'X-Frame-Options', value: 'DENY' }];

/** Addresses whose responses are not pages. */
export const dataSources = [
  '/_next/static/:path*',
  '/_next/image',
  '/api/:path*',
  '/auth/:path*',
  '/media/:path*',
  '/sitemaps/:path*',
  '/share/:path*',
  ...publicFiles,
];

/** @type {Header[]} */
export const dataHeaders = [{ key: 'Content-Security-Policy', value: dataPolicy }];
