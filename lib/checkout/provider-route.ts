import 'server-only';
import type { z } from 'zod';
import { isOfOtherPerson } from '@/lib/account/other-person';
import { getMe } from '@/lib/account/server';
import { parseInput } from '@/lib/core/action/form';
import { messageOf } from '@/lib/core/action/rpc';
import { readJson } from '@/lib/core/http/body';
import { deadlines } from '@/lib/core/http/deadlines';
import type { Locale } from '@/lib/core/i18n/locales';
import { requestLocale } from '@/lib/core/i18n/server';
import { takeAttempt } from '@/lib/core/limits';
import { log } from '@/lib/core/log';
import { isOwnOrigin } from '@/lib/core/security/origin';
import { createRequestClient } from '@/lib/core/supabase/server';
import { ServiceUnavailable } from '@/lib/core/unavailable';
import { type PageMethod, pageMethods } from '@/lib/payments/methods';
import { pageProvider } from '@/lib/payments/providers';
import { isClosed } from '@/lib/status/switches';
import { refusalOfFields, refusalResponse, refuseWithoutBuyer } from './answer';
import type { Refusal } from './refusals';
import type { PurchaseInput } from './schema';
import { startPayment } from './start-payment';

/** The refusal for a failure of the provider or the shop. */
function failureOf(method: PageMethod, error: unknown): Refusal {
  if (error instanceof ServiceUnavailable) return 'sin_servicio';
  const { provider, failures } = pageMethods[method];
  return pageProvider[provider].isOwnError(error) ? failures.noAnswer : failures.other;
}

async function refusedBefore(request: Request, locale: Locale): Promise<Response | { id: string }> {
  if (!isOwnOrigin(request)) return refusalResponse('origen_no_valido', locale);
  const me = await getMe();
  if (!me) return refuseWithoutBuyer(locale);
  if (me.role !== 'admin' && (await isClosed())) return refusalResponse('mantenimiento', locale);
  const wait = await takeAttempt('checkout', me.id);
  return wait > 0 ? refusalResponse('demasiados_intentos', locale, { 'retry-after': String(wait) }) : { id: me.id };
}

async function startByRequest(
  request: Request,
  method: PageMethod,
  schema: z.ZodType<PurchaseInput>,
): Promise<Response> {
  const locale = await requestLocale();
  const buyer = await refusedBefore(request, locale);
  if (buyer instanceof Response) return buyer;
  const input = parseInput(schema, await readJson(request));
  if (!input.ok) return refusalResponse(refusalOfFields(input.fieldErrors), locale);
  if (isOfOtherPerson(buyer, input.value)) return refusalResponse('otra_persona', locale);
  try {
    // The address only prefills a field of the payment page: it is optional.
    const signal = AbortSignal.timeout(deadlines.ping);
    const { data } = await (await createRequestClient({ signal })).auth.getUser();
    const started = await startPayment({ id: buyer.id, email: data.user?.email, locale }, input.value, method);
    if (!started.ok) return refusalResponse(started.error, locale);
    const { id, url } = started.value;
    return Response.json({ id, [pageMethods[method].start.url]: url });
  } catch (error) {
    log.error({ user: buyer.id, error: messageOf(error) }, 'a payment was not started');
    return refusalResponse(failureOf(method, error), locale);
  }
}

/**
 * The handler of a route that starts a payment: checks person and input, starts the payment, and returns its page or a
 * refusal with its sentence.
 */
export const startRoute = (method: PageMethod, schema: z.ZodType<PurchaseInput>) => async (request: Request) => {
  try {
    return await startByRequest(request, method, schema);
  } catch (problem) {
    if (!(problem instanceof ServiceUnavailable)) throw problem;
    return refusalResponse('sin_servicio', await requestLocale());
  }
};
