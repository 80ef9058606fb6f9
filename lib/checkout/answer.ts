import 'server-only';
import { getTranslations } from 'next-intl/server';
import { isBanned } from '@/lib/account/identity/row';
import { getLeastNames } from '@/lib/account/names/least-names';
import { getMeOrBanned } from '@/lib/account/server';
import { type CommonCode, isCommonCode } from '@/lib/core/action/codes';
import type { Locale } from '@/lib/core/i18n/locales';
import { requestLocale } from '@/lib/core/i18n/server';
import { asRefusal, type Refusal, refusals } from './refusals';

/** A refusal as a sentence in the language of the request. */
export async function refusalMessage(
  refusal: Refusal,
  locale: Locale,
  details: Record<string, string | number> = {},
): Promise<string> {
  const t = await getTranslations({ locale, namespace: 'refusals' });
  const min = refusal === 'nombre_minecraft_no_valido' ? (await getLeastNames()).purchase : 0;
  return t(refusal, { necesitas: Number(details.necesitas), tienes: Number(details.tienes), min });
}

/** A refusal of the API: code, sentence and HTTP status. */
export async function refusalResponse(refusal: Refusal, locale: Locale, headers?: HeadersInit): Promise<Response> {
  const body = { error: refusal, message: await refusalMessage(refusal, locale) };
  return Response.json(body, { status: refusals[refusal], ...(headers ? { headers } : {}) });
}

/** The refusal of input with these wrong fields. */
export function refusalOfFields(fieldErrors: Record<string, string> = {}): Refusal {
  if (fieldErrors.minecraftName) return 'nombre_minecraft_no_valido';
  return fieldErrors.correoRegalo ? 'correo_no_valido' : 'datos_no_validos';
}

/** Refuses a request without a person who may buy: a banned person gets that reason, others must log in. */
export async function refuseWithoutBuyer(locale: Locale): Promise<Response> {
  const me = await getMeOrBanned();
  return refusalResponse(me && isBanned(me) ? 'cuenta_baneada' : 'sin_sesion', locale);
}

/**
 * Replaces the code of an action by its sentence. There are too many refusals to ship their messages with a page.
 *
 * @param failure the refusal for failures of the shop
 */
export function inWords(failure: Refusal) {
  const common: Record<CommonCode, Refusal> = {
    notSignedIn: 'sin_sesion',
    notAllowed: failure,
    closed: 'mantenimiento',
    tooMany: 'demasiados_intentos',
    otra_persona: 'otra_persona',
    invalid: 'nombre_minecraft_no_valido',
    unavailable: 'sin_servicio',
    failed: failure,
  };
  return async ({ error, details }: { error: string; details?: Record<string, string | number> }): Promise<string> => {
    const refusal = isCommonCode(error) ? common[error] : asRefusal(error);
    return refusalMessage(refusal, await requestLocale(), details);
  };
}
