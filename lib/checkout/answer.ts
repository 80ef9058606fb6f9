import 'server-only';
import { getTranslations } from 'next-intl/server';
import type { Locale } from '@/lib/core/i18n/locales';
import { type Refusal, refusals } from './refusals';

/** The sentence for a refusal, in the language of the request. */
export async function refusalMessage(
  refusal: Refusal,
  locale: Locale,
  details: Record<string, string | number> = {},
): Promise<string> {
  const t = await getTranslations({ locale, namespace: 'refusals' });
  return t(refusal, details as { necesitas: number; tienes: number });
}

/** A refusal as the API answers it: its code, a sentence for a person, and the right status. */
export async function refusalResponse(refusal: Refusal, locale: Locale, headers?: HeadersInit): Promise<Response> {
  const body = { error: refusal, message: await refusalMessage(refusal, locale) };
  return Response.json(body, { status: refusals[refusal], ...(headers ? { headers } : {}) });
}
