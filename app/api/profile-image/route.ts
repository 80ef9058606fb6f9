import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { getMe } from '@/lib/account/server';
import { replaceImage } from '@/lib/account/settings/server';
import { readLimited } from '@/lib/core/http/body';
import { orOutage } from '@/lib/core/http/outage';
import { requestLocale } from '@/lib/core/i18n/server';
import { takeAttempt } from '@/lib/core/limits';
import { isOwnOrigin } from '@/lib/core/security/origin';
import { maxImageBytes } from '@/lib/storage/accepted-pictures';

const kinds = z.enum(['avatar', 'banner']);

/** `POST /api/profile-image?kind=avatar|banner` with the picture as the body. Returns its new address. */
export const POST = orOutage(async (request: Request) => {
  const t = await getTranslations({ locale: await requestLocale() });
  const refuse = (status: number, message: string) => Response.json({ message }, { status });
  if (!isOwnOrigin(request)) return refuse(403, t('problems.notSignedIn'));
  const me = await getMe();
  if (!me) return refuse(401, t('problems.notSignedIn'));
  const kind = kinds.safeParse(new URL(request.url).searchParams.get('kind'));
  if (!kind.success) return refuse(422, t('settings.errors.imageInvalid'));
  if ((await takeAttempt('upload', me.id)) > 0) return refuse(429, t('problems.tooMany'));
  const file = await readLimited(request, maxImageBytes);
  if (!file) return refuse(422, t('settings.errors.imageInvalid'));
  const result = await replaceImage(me, kind.data, file);
  if (result.ok) return Response.json({ url: result.value });
  if (result.error === 'no_space') return refuse(409, t('settings.errors.noSpace'));
  return result.error === 'image_invalid'
    ? refuse(422, t('settings.errors.imageInvalid'))
    : refuse(502, t('settings.errors.imageUpload', { message: String(result.details?.message ?? '') }));
});
