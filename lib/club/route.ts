import 'server-only';
import { isOfOtherPerson } from '@/lib/account/other-person';
import { getMe } from '@/lib/account/server';
import type { Me } from '@/lib/account/types';
import { refusalResponse, refuseWithoutBuyer } from '@/lib/checkout/answer';
import type { Refusal } from '@/lib/checkout/refusals';
import { messageOf } from '@/lib/core/action/rpc';
import { readJson } from '@/lib/core/http/body';
import type { Locale } from '@/lib/core/i18n/locales';
import { requestLocale } from '@/lib/core/i18n/server';
import { takeAttempt } from '@/lib/core/limits';
import { log } from '@/lib/core/log';
import { isOwnOrigin } from '@/lib/core/security/origin';
import { ServiceUnavailable } from '@/lib/core/unavailable';
import { isStripeError } from '@/lib/payments/stripe/client';
import { findOwnSubscriptions } from './server';

type Work = (me: Me, locale: Locale, body: unknown) => Promise<object | Refusal>;

/**
 * Answers a signed-in person's request about the Club with the result of `work` as JSON, or with its refusal.
 *
 * @param failure the refusal for failures of the shop
 */
export async function answerClubRequest(request: Request, failure: Refusal, work: Work): Promise<Response> {
  const locale = await requestLocale();
  if (!isOwnOrigin(request)) return refusalResponse('origen_no_valido', locale);
  let user: string | undefined;
  try {
    const me = await getMe();
    if (!me) return refuseWithoutBuyer(locale);
    user = me.id;
    const wait = await takeAttempt('checkout', me.id);
    if (wait > 0) return refusalResponse('demasiados_intentos', locale, { 'retry-after': String(wait) });
    const body = await readJson(request);
    if (body === null) return refusalResponse('datos_no_validos', locale);
    if (isOfOtherPerson(me, body ?? {})) return refusalResponse('otra_persona', locale);
    const answer = await work(me, locale, body ?? {});
    return typeof answer === 'string' ? refusalResponse(answer, locale) : Response.json(answer);
  } catch (error) {
    log.error({ user, error: messageOf(error) }, 'a Club request failed');
    if (error instanceof ServiceUnavailable) return refusalResponse('sin_servicio', locale);
    return refusalResponse(
      failure !== 'cancelacion_fallida' && isStripeError(error) ? 'proveedor_no_responde' : failure,
      locale,
    );
  }
}

/**
 * The person's own running subscriptions, the one that lasts longest first; none if the body's `subscriptionId` belongs
 * to somebody else. Changes apply to all of them.
 */
export async function namedSubscriptions(me: Me, body: unknown): Promise<string[]> {
  const own = await findOwnSubscriptions(me.id);
  const named = (body as { subscriptionId?: unknown } | null)?.subscriptionId;
  return named === undefined || own.some((reference) => reference === named) ? own : [];
}
