import 'server-only';
import { getTranslations } from 'next-intl/server';
import type { Locale } from '@/lib/core/i18n/locales';
import { type Refusal, refusals } from './refusals';

/** A refusal as a sentence in the language of the request. */
export async function refusalMessage(
  refusal: Refusal,
  locale: Locale,
  details: Record<string, string | number> = {},
): Promise<string> {
  const t = await getTranslations({ locale, namespace: 'refusals' });
  return t(refusal, details as { necesitas: number; tienes: number });
}

/** A refusal as the API returns it: its code, a sentence and the HTTP status. */
export async function refusalResponse(refusal: Refusal, locale: Locale, headers?: HeadersInit): Promise<Response> {
  const body = { error: refusal, message: await refusalMessage(refusal, locale) };
  return Response.json(body, { status: refusals[refusal], ...(headers ? { headers } : {}) });
}
