import 'server-only';
import type { z } from 'zod';
import { getMe } from '@/lib/account/server';
import { parseInput } from '@/lib/core/action/form';
import type { Result } from '@/lib/core/action/result';
import type { Locale } from '@/lib/core/i18n/locales';
import { requestLocale } from '@/lib/core/i18n/server';
import { takeAttempt } from '@/lib/core/limits';
import { requestLog } from '@/lib/core/log';
import { isOwnOrigin } from '@/lib/core/security/origin';
import { createRequestClient } from '@/lib/core/supabase/server';
import { isClosed } from '@/lib/status/switches';
import { refusalResponse } from './answer';
import type { Buyer } from './provider-page';
import type { Refusal } from './refusals';
import type { PurchaseInput } from './schema';
import type { Started } from './start-payment';

type Way = {
  schema: z.ZodType<PurchaseInput>;
  start: (buyer: Buyer, input: PurchaseInput) => Promise<Result<Started, Refusal>>;
  /** What to tell the buyer when the provider, or the shop, has failed. */
  failure: (error: unknown) => Refusal;
};

async function refusedBefore(request: Request, locale: Locale): Promise<Response | { id: string }> {
  if (!isOwnOrigin(request)) return refusalResponse('origen_no_valido', locale);
  const me = await getMe();
  if (!me) return refusalResponse('sin_sesion', locale);
  if (me.role !== 'admin' && (await isClosed())) return refusalResponse('mantenimiento', locale);
  const wait = await takeAttempt('checkout', me.id);
  return wait > 0 ? refusalResponse('demasiados_intentos', locale, { 'retry-after': String(wait) }) : { id: me.id };
}

/**
 * What both routes that start a payment do: check the person and the input, start the payment, and return its page or a
 * refusal in words.
 */
export async function startByRequest(request: Request, way: Way): Promise<Result<Started, Refusal> | Response> {
  const locale = await requestLocale();
  const buyer = await refusedBefore(request, locale);
  if (buyer instanceof Response) return buyer;
  const input = parseInput(way.schema, await request.json().catch(() => null));
  if (!input.ok) {
    return refusalResponse(
      input.fieldErrors?.minecraftName ? 'nombre_minecraft_no_valido' : 'datos_no_validos',
      locale,
    );
  }
  try {
    // The address only fills in a field of the payment page: it may be missing.
    const { data } = await (await createRequestClient()).auth.getUser();
    const started = await way.start({ id: buyer.id, email: data.user?.email, locale }, input.value);
    return started.ok ? started : refusalResponse(started.error, locale);
  } catch (error) {
    requestLog(request.headers).error({ user: buyer.id, error: (error as Error).message }, 'a payment was not started');
    return refusalResponse(way.failure(error), locale);
  }
}
