import { z } from 'zod';
import { replaceImage } from '@/lib/account/settings/server';
import { uploadRoute } from '@/lib/account/upload-route';
import { readLimited } from '@/lib/core/http/body';
import { maxImageBytes } from '@/lib/storage/accepted-pictures';

const kinds = z.enum(['avatar', 'banner']);

/** `POST /api/profile-image?kind=avatar|banner` with the picture as the body. Returns its new address. */
export const POST = uploadRoute(async (request, { me, t, refuse, limit }) => {
  const kind = kinds.safeParse(new URL(request.url).searchParams.get('kind'));
  if (!kind.success) return refuse(422, t('settings.errors.imageInvalid'));
  const tooMany = await limit('upload');
  if (tooMany) return tooMany;
  const file = await readLimited(request, maxImageBytes);
  if (!file) return refuse(422, t('settings.errors.imageInvalid'));
  const result = await replaceImage(me, kind.data, file);
  if (result.ok) return Response.json({ url: result.value });
  if (result.error === 'noSpace') return refuse(409, t('settings.errors.noSpace'));
  return result.error === 'imageInvalid'
    ? refuse(422, t('settings.errors.imageInvalid'))
    : refuse(502, t('settings.errors.imageUpload', { message: t('problems.failed') }));
});
