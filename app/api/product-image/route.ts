import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { getMe } from '@/lib/account/server';
import { readLimited } from '@/lib/core/http/body';
import { orOutage } from '@/lib/core/http/outage';
import { requestLocale } from '@/lib/core/i18n/server';
import { takeAttempt } from '@/lib/core/limits';
import { isOwnOrigin } from '@/lib/core/security/origin';
import { storePicture } from '@/lib/publish/pictures';
import { fetchPicture } from '@/lib/publish/remote';
import { maxImageBytes } from '@/lib/storage/accepted-pictures';

const kinds = z.enum(['cover', 'banner', 'gallery']);
const address = z.object({ url: z.string().max(500) });

async function readPicture(request: Request): Promise<Uint8Array | null> {
  if (!request.headers.get('content-type')?.startsWith('application/json')) return readLimited(request, maxImageBytes);
  const named = address.safeParse(await request.json().catch(() => null));
  return named.success ? fetchPicture(named.data.url) : null;
}

/** `POST /api/product-image?kind=cover|banner|gallery` with a picture as the body, or `{ url }` of one. */
export const POST = orOutage(async (request: Request) => {
  const t = await getTranslations({ locale: await requestLocale() });
  const refuse = (status: number, message: string) => Response.json({ message }, { status });
  if (!isOwnOrigin(request)) return refuse(403, t('problems.notSignedIn'));
  const me = await getMe();
  if (!me) return refuse(401, t('problems.notSignedIn'));
  const kind = kinds.safeParse(new URL(request.url).searchParams.get('kind'));
  if (!kind.success) return refuse(422, t('publish.errors.picture'));
  if ((await takeAttempt('productImage', me.id)) > 0) return refuse(429, t('problems.tooMany'));
  const file = await readPicture(request);
  if (!file) return refuse(422, t('publish.errors.picture'));
  const stored = await storePicture(me.id, kind.data, file);
  if (stored.ok) return Response.json({ picture: stored.value });
  if (stored.error === 'no_space') return refuse(409, t('publish.errors.noSpace'));
  return stored.error === 'image_invalid'
    ? refuse(422, t('publish.errors.picture'))
    : refuse(502, t('publish.errors.upload'));
});
