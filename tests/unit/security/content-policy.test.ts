import { expect, it } from 'vitest';
import { dataPolicy, pagePolicy, requestScripts, staticScripts } from '@/lib/core/security/content-policy.mjs';
import { dataHeaders, securityHeaders, unframedHeaders } from '@/lib/core/security/headers.mjs';

const read = (policy: string) =>
  Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );

const surroundings = {
  siteUrl: 'https://unstore.example',
  storageUrl: 'https://files.example/storage',
  isDevelopment: false,
};

it('a page runs its own scripts, connects only to the shop, and cannot be framed', () => {
  expect(read(pagePolicy(["'self'"], surroundings))).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': "'self' https://files.example",
    'frame-src': 'https://www.youtube-nocookie.com',
    'manifest-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'upgrade-insecure-requests': '',
  });
});

it('inline scripts run with a nonce or a hash only', () => {
  expect(requestScripts('abc', "'sha256-x'")).toEqual(["'nonce-abc'", "'strict-dynamic'", "'sha256-x'"]);
  expect(staticScripts(["'sha256-y'"])).toEqual(["'self'", "'sha256-y'"]);
});

it('no script runs outside pages', () => {
  const none = "'none'";
  expect(read(dataPolicy)).toEqual({
    'default-src': none,
    'base-uri': none,
    'form-action': none,
    'frame-ancestors': none,
  });
  expect(dataHeaders).toEqual([{ key: 'Content-Security-Policy', value: dataPolicy }]);
});

it('every response restricts browsers', () => {
  expect(Object.fromEntries([...securityHeaders, ...unframedHeaders].map(({ key, value }) => [key, value]))).toEqual({
    'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
});
