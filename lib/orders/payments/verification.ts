import { firstOf } from '@/lib/core/http/deadlines';
import type { Verified } from '@/lib/payments/verified';

export type VerificationState =
  | { status: 'verifying' }
  | { status: 'settled'; result: Verified }
  | { status: 'waiting'; paymentId: string | null; isSlow: boolean }
  | { status: 'failed'; paymentId: string | null; estado: string };

/** Maximum time of the spinner. After that the webhook or the reconcile job delivers. */
export const longestWaitMs = 30_000;
/** Increasing pauses; the last one repeats. */
const pauses = [1_000, 2_000, 3_000, 5_000];

const askAgain = new Set([
  'procesando',
  'pagado',
  // The buyer may have chosen another payment method.
  'rechazado',
  'sin_respuesta',
  'fallo',
  'demasiados_intentos',
  'sin_red',
]);
/** The states of a payment for which no money was taken. */
export const notCharged: ReadonlySet<string> = new Set(['no_pagado', 'caducado', 'fallido', 'rechazado']);
/** The payment is still in progress. */
const isUnderWay = ({ estado }: Verified) => estado === 'procesando' || estado === 'pagado';

const nothing: Verified = {
  success: false,
  nombre: null,
  precio: null,
  estado: 'sin_red',
  recarga: false,
  pago: null,
  pedidos: [],
  motivo: null,
  regalo: null,
  lento: false,
};

async function fetchVerified(address: string, signal: AbortSignal): Promise<Verified> {
  try {
    const response = await fetch(address, { signal });
    return { ...nothing, ...((await response.json()) as Partial<Verified>) };
  } catch {
    return nothing;
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Polls the state of a payment until it is final or the time is over. A payment that the provider has not decided is
 * shown as waiting at once, and polled a little longer.
 *
 * @param show called with each new state
 * @param stop ends it silently
 */
export async function followPayment(
  address: string,
  show: (state: VerificationState) => void,
  stop: AbortSignal,
): Promise<void> {
  const time = new AbortController();
  const timer = setTimeout(() => time.abort(), longestWaitMs);
  const over = firstOf(stop, time.signal);
  let last = nothing;
  for (let turn = 0; !over.aborted; turn += 1) {
    const result = await fetchVerified(address, over);
    // An aborted request has no result.
    if (over.aborted && result.estado === 'sin_red') break;
    if (stop.aborted) break;
    last = result;
    if (!askAgain.has(last.estado) || last.motivo) {
      clearTimeout(timer);
      return show({ status: 'settled', result: last });
    }
    if (isUnderWay(last)) show({ status: 'waiting', paymentId: last.pago, isSlow: last.lento });
    if (last.lento) break;
    if (!over.aborted) await pause(pauses[Math.min(turn, pauses.length - 1)] ?? longestWaitMs, over);
  }
  clearTimeout(timer);
  if (!stop.aborted && !isUnderWay(last)) show({ status: 'failed', paymentId: last.pago, estado: last.estado });
}
