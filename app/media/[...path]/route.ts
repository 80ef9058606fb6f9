import { parsePictureUrl } from '@/lib/storage/picture-url';
import { fetchPublic } from '@/lib/storage/server';

const notFound = () => new Response(null, { status: 404, headers: { 'cache-control': 'public, max-age=60' } });

/**
 * Streams a public picture from storage, so that pages do not depend on storage's address. The type is always WebP,
 * whatever storage reports, and the policy in next.config.ts forbids any other use.
 */
export async function GET(_request: Request, { params }: { params: Promise<{ path: string[] }> }) {
  const path = parsePictureUrl(`/media/${(await params).path.join('/')}`);
  if (!path) return notFound();
  const source = await fetchPublic(path).catch(() => null);
  if (!source || source.status >= 500)
    return new Response(null, { status: 502, headers: { 'cache-control': 'no-store' } });
  if (!source.ok) return notFound();
  const etag = source.headers.get('etag');
  return new Response(source.body, {
    headers: {
      'content-type': 'image/webp',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      ...(etag && /^(?:W\/)?"[\w-]{1,80}"$/.test(etag) ? { etag } : {}),
    },
  });
}
