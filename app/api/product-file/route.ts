import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { getMe } from '@/lib/account/server';
import { orOutage } from '@/lib/core/http/outage';
import { requestLocale } from '@/lib/core/i18n/server';
import { takeAttempt } from '@/lib/core/limits';
import { isOwnOrigin } from '@/lib/core/security/origin';
import { signUpload } from '@/lib/publish/files';
import { maxFileBytes } from '@/lib/publish/types';

const body = z.object({ name: z.string().min(1).max(255), size: z.number().int().positive() });

/** `POST /api/product-file` with `{ name, size }`: the link with which the browser uploads that file to storage. */
export const POST = orOutage(async (request: Request) => {
  const t = await getTranslations({ locale: await requestLocale() });
  const refuse = (status: number, message: string) => Response.json({ message }, { status });
  if (!isOwnOrigin(request)) return refuse(403, t('problems.notSignedIn'));
  const me = await getMe();
  if (!me) return refuse(401, t('problems.notSignedIn'));
  const file = body.safeParse(await request.json().catch(() => null));
  if (!file.success) return refuse(422, t('publish.errors.fileEmpty'));
  if (file.data.size > maxFileBytes) return refuse(422, t('publish.errors.fileLarge'));
  if ((await takeAttempt('publish', me.id)) > 0) return refuse(429, t('problems.tooMany'));
  const link = await signUpload(file.data.name);
  if (link.ok) return Response.json(link.value);
  if (link.error === 'no_space') return refuse(409, t('publish.errors.noSpace'));
  return link.error === 'file_type'
    ? refuse(422, t('publish.errors.fileType'))
    : refuse(502, t('publish.errors.upload'));
});
