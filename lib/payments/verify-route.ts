import 'server-only';
import { getMe } from '@/lib/account/server';
import { messageOf } from '@/lib/core/action/rpc';
import { requestLocale } from '@/lib/core/i18n/server';
import { takeAttempt } from '@/lib/core/limits';
import { log } from '@/lib/core/log';
import { createRequestClient } from '@/lib/core/supabase/server';
import { ServiceUnavailable } from '@/lib/core/unavailable';
import type { PageProvider } from './methods';
import { pageProvider } from './providers';
import type { Verified } from './verified';
import { type Verification, verifyPayment } from './verify';

const uncached = { 'cache-control': 'private, no-store' };
const statuses: Partial<Record<Verification['estado'], number>> = { no_existe: 404, sin_respuesta: 503 };

function refuse(status: number, error: string, headers: HeadersInit = {}) {
  const refused = { success: false, estado: error, error } satisfies Partial<Verified> & { error: string };
  return Response.json(refused, { status, headers: { ...uncached, ...headers } });
}

function asUnknown(problem: unknown): 'unknown' {
  if (problem instanceof ServiceUnavailable) return 'unknown';
  throw problem;
}

/** The handler of a provider's verification route. */
export const verifyRoute = (provider: PageProvider) => (request: Request) => verifyByRequest(request, provider);

/**
 * Returns the state of a payment of the signed-in person, after delivering it if it is paid: the fields of `Verified`,
 * with `userId` and `error` (docs/payments.md, "Verification").
 */
async function verifyByRequest(request: Request, provider: PageProvider): Promise<Response> {
  const me = await getMe().catch(asUnknown);
  if (me === 'unknown') return refuse(503, 'sin_respuesta');
  if (!me) return refuse(401, 'sin_sesion');
  const { parameter, schema } = pageProvider[provider].reference;
  const reference = schema.safeParse(new URL(request.url).searchParams.get(parameter));
  if (!reference.success) return refuse(400, 'no_existe');
  const wait = await takeAttempt('verify', me.id);
  if (wait > 0) return refuse(429, 'demasiados_intentos', { 'retry-after': String(wait) });
  try {
    const found = await verifyPayment(await createRequestClient(), {
      userId: me.id,
      locale: await requestLocale(),
      provider,
      reference: reference.data,
    });
    // A gift that could not be given on its day counts as not delivered.
    const success = found.estado === 'entregado' && found.reason === null;
    return Response.json(
      {
        success,
        nombre: found.name,
        precio: found.totalCents === null ? null : found.totalCents / 100,
        userId: me.id,
        error: success ? null : found.estado,
        estado: found.estado,
        recarga: found.isRecharge,
        pago: found.paymentId,
        pedidos: found.orderIds,
        motivo: found.reason,
        regalo: found.gift && { para: found.gift.recipient, fecha: found.gift.day },
        lento: found.isSlow,
      } satisfies Verified & { userId: string; error: string | null },
      { status: statuses[found.estado] ?? 200, headers: uncached },
    );
  } catch (error) {
    log.error({ user: me.id, error: messageOf(error) }, 'a payment could not be verified');
    return error instanceof ServiceUnavailable ? refuse(503, 'sin_respuesta') : refuse(500, 'fallo');
  }
}
