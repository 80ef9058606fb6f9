import 'server-only';
import { getTranslations } from 'next-intl/server';
import { isBanned } from '@/lib/account/identity/row';
import { getMeOrBanned } from '@/lib/account/server';
import { type CommonCode, commonCodes } from '@/lib/core/action/codes';
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
  return t(refusal, { necesitas: Number(details.necesitas), tienes: Number(details.tienes) });
}

/** A refusal as the API returns it: its code, a sentence and the HTTP status. */
export async function refusalResponse(refusal: Refusal, locale: Locale, headers?: HeadersInit): Promise<Response> {
  const body = { error: refusal, message: await refusalMessage(refusal, locale) };
  return Response.json(body, { status: refusals[refusal], ...(headers ? { headers } : {}) });
}

/** Refuses a request of nobody who may buy: somebody who is banned is told so, anybody else to log in. */
export async function refuseNobody(locale: Locale): Promise<Response> {
  const me = await getMeOrBanned();
  return refusalResponse(me && isBanned(me) ? 'cuenta_baneada' : 'sin_sesion', locale);
}

/**
 * Answers an action's code with its sentence: a purchase is refused for so many reasons that pages do not ship them.
 *
 * @param failure what is said when the shop itself fails
 */
export function inWords(failure: Refusal) {
  const common: Record<CommonCode, Refusal> = {
    notSignedIn: 'sin_sesion',
    notAllowed: failure,
    closed: 'mantenimiento',
    tooMany: 'demasiados_intentos',
    invalid: 'nombre_minecraft_no_valido',
    unavailable: 'sin_servicio',
    failed: failure,
  };
  return async ({ error, details }: { error: string; details?: Record<string, string | number> }): Promise<string> => {
    const code = commonCodes.find((known) => known === error);
    return refusalMessage(code ? common[code] : asRefusal(error), await requestLocale(), details);
  };
}
