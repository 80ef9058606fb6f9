import { z } from 'zod';
import { uploadRoute } from '@/lib/account/upload-route';
import { readJson, readLimited } from '@/lib/core/http/body';
import { storePicture } from '@/lib/publish/pictures';
import { fetchPicture } from '@/lib/publish/remote';
import { maxImageBytes } from '@/lib/storage/accepted-pictures';

const kinds = z.enum(['cover', 'banner', 'gallery']);
const address = z.object({ url: z.string().max(500) });

async function readPicture(request: Request): Promise<Uint8Array | null> {
  if (!request.headers.get('content-type')?.startsWith('application/json')) return readLimited(request, maxImageBytes);
  const named = address.safeParse(await readJson(request));
  return named.success ? fetchPicture(named.data.url) : null;
}

/** `POST /api/product-image?kind=cover|banner|gallery` with a picture as the body, or `{ url }` of one. */
export const POST = uploadRoute(async (request, { me, t, refuse, limit }) => {
  const kind = kinds.safeParse(new URL(request.url).searchParams.get('kind'));
  if (!kind.success) return refuse(422, t('publish.errors.picture'));
  const tooMany = await limit('productImage');
  if (tooMany) return tooMany;
  const file = await readPicture(request);
  if (!file) return refuse(422, t('publish.errors.picture'));
  const stored = await storePicture(me.id, kind.data, file);
  if (stored.ok) return Response.json({ picture: stored.value });
  if (stored.error === 'noSpace') return refuse(409, t('publish.errors.noSpace'));
  return stored.error === 'imageInvalid'
    ? refuse(422, t('publish.errors.picture'))
    : refuse(502, t('publish.errors.upload'));
});
