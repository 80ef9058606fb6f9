type Header = { key: string; value: string };

/**
 * Headers of every response. The policy allows our own scripts and styles, inline ones included:
 * static pages carry Next's inline bootstrap and cannot carry a nonce made per request.
 */
export function securityHeaders(storageUrl?: string): Header[] {
  const storage = storageUrl ? ` ${new URL(storageUrl).origin}` : '';
  const policy = [
    "default-src 'self'",
    "script-src 'self' 'unsafe-inline'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // Large files go from the browser straight to storage, by a link that is signed for one of them.
    `connect-src 'self'${storage}`,
    'frame-src https://www.youtube-nocookie.com',
    "object-src 'none'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
  ];
  return [
    { key: 'Content-Security-Policy', value: policy.join('; ') },
    { key: 'Strict-Transport-Security', value: 'max-age=63072000; includeSubDomains' },
    { key: 'X-Content-Type-Options', value: 'nosniff' },
    { key: 'X-Frame-Options', value: 'DENY' },
    { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
    { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), browsing-topics=()' },
  ];
}
