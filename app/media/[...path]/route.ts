import { env } from '@/lib/env';

const publicBuckets = new Set(['portadas', 'avatars']);
const safePart = /^[\w-][\w.-]*$/;

/** Streams a public image from storage, so that pages never depend on where the storage is. */
export async function GET(_request: Request, { params }: { params: Promise<{ path: string[] }> }) {
  const { path } = await params;
  const [bucket = '', ...rest] = path;
  if (!publicBuckets.has(bucket) || rest.length === 0 || !rest.every((part) => safePart.test(part))) {
    return new Response(null, { status: 404 });
  }
  const source = await fetch(`${env().SUPABASE_URL}/storage/v1/object/public/${path.join('/')}`);
  if (!source.ok) return new Response(null, { status: 404 });
  return new Response(source.body, {
    headers: {
      'content-type': source.headers.get('content-type') ?? 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
      ...(source.headers.has('etag') ? { etag: source.headers.get('etag') ?? '' } : {}),
    },
  });
}
