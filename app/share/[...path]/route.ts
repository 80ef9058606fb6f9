import { parseSharePath, sharedSize } from '@/lib/catalog/seo/share-picture';
import { toShareJpeg } from '@/lib/core/images';
import { fetchPublic } from '@/lib/storage/server';

const notFound = () => new Response(null, { status: 404, headers: { 'cache-control': 'public, max-age=60' } });
const away = () => new Response(null, { status: 502, headers: { 'cache-control': 'no-store' } });

/** A public picture as the JPEG of a link preview: several networks and messengers do not support WebP. */
export async function GET(_request: Request, { params }: { params: Promise<{ path: string[] }> }) {
  const path = parseSharePath(`/share/${(await params).path.join('/')}`);
  if (!path) return notFound();
  const source = await fetchPublic(path).catch(() => null);
  if (!source || source.status >= 500) return away();
  if (!source.ok) return notFound();
  const picture = await toShareJpeg(new Uint8Array(await source.arrayBuffer()), sharedSize).catch(() => null);
  if (!picture) return notFound();
  return new Response(new Uint8Array(picture), {
    headers: {
      'content-type': 'image/jpeg',
      'content-disposition': 'inline',
      // Other sites may embed it.
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    },
  });
}
