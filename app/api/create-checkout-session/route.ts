import { getMe } from '@/lib/account/server';
import { parseInput } from '@/lib/action/form';
import { refusalResponse } from '@/lib/checkout/answer';
import { checkoutSessionBody } from '@/lib/checkout/schema';
import { startCardPayment } from '@/lib/checkout/start-card-payment';
import { isClosed } from '@/lib/gates/maintenance';
import { requestLocale } from '@/lib/i18n/server';
import { takeAttempt } from '@/lib/limits';
import { requestLog } from '@/lib/log';
import { isStripeError } from '@/lib/payments/stripe/client';
import { isOwnOrigin } from '@/lib/security/origin';
import { createRequestClient } from '@/lib/supabase/server';

/** Starts a card payment (SPEC §7): answers `{ id, url }`, or `{ error, message }` with the reason's status. */
export async function POST(request: Request) {
  const locale = await requestLocale();
  if (!isOwnOrigin(request)) return refusalResponse('origen_no_valido', locale);
  const me = await getMe();
  if (!me) return refusalResponse('sin_sesion', locale);
  if (me.role !== 'admin' && (await isClosed())) return refusalResponse('mantenimiento', locale);
  const wait = await takeAttempt('checkout', me.id);
  if (wait > 0) return refusalResponse('demasiados_intentos', locale, { 'retry-after': String(wait) });
  const input = parseInput(checkoutSessionBody, await request.json().catch(() => null));
  if (!input.ok) {
    return refusalResponse(
      input.fieldErrors?.minecraftName ? 'nombre_minecraft_no_valido' : 'datos_no_validos',
      locale,
    );
  }
  try {
    const { data } = await (await createRequestClient()).auth.getUser();
    const started = await startCardPayment({ id: me.id, email: data.user?.email, locale }, input.value);
    return started.ok ? Response.json(started.value) : refusalResponse(started.error, locale);
  } catch (error) {
    requestLog(request.headers).error(
      { user: me.id, error: (error as Error).message },
      'a card payment could not be started',
    );
    return refusalResponse(isStripeError(error) ? 'proveedor_no_responde' : 'fallo', locale);
  }
}
