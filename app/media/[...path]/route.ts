import { parsePictureUrl } from '@/lib/storage/picture-url';
import { fetchPublic } from '@/lib/storage/server';

const notFound = () => new Response(null, { status: 404, headers: { 'cache-control': 'public, max-age=60' } });

type Context = { params: Promise<{ path: string[] }> };

/**
 * Streams a public picture from storage, so that pages do not depend on storage's address. The type is always WebP,
 * whatever storage reports, and the policy in next.config.ts forbids any other use.
 */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
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

/** Next.js sends no body, and would leave storage's open. */
export async function HEAD(request: Request, context: Context): Promise<Response> {
  const answer = await GET(request, context);
  await answer.body?.cancel();
  return new Response(null, answer);
}
