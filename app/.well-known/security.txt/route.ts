import { env } from '@/lib/core/env';

const validDays = 180;

/** The contact for reporting vulnerabilities (RFC 9116). Its expiry is renewed with each answer. */
export function GET() {
  const { SITE_URL, SUPPORT_EMAIL } = env();
  const expires = new Date(Date.now() + validDays * 86_400_000).toISOString();
  const lines = [
    `Contact: mailto:${SUPPORT_EMAIL}`,
    `Expires: ${expires}`,
    'Preferred-Languages: es, en',
    `Canonical: ${SITE_URL}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' },
  });
}
