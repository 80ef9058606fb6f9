import 'server-only';
import { z } from 'zod';
import { logFailure, messageOf, nothing, readRpc } from '@/lib/core/action/rpc';
import { forEachAtOnce } from '@/lib/core/http/for-each-at-once';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { dataOf } from '@/lib/core/supabase/data-of';
import { closeHopelessPages } from './close-hopeless';
import { pageProviders } from './methods';
import { pageProvider } from './providers';
import { pageProviderName } from './rows';
import { takePaymentEvent } from './take-payment-event';
import type { LookUp } from './types';

export type Reconciled = { checked: number; delivered: number; closed: number; failed: number };

const openPayment = z.object({
  id: z.string(),
  proveedor: z.string(),
  referencia: z.string().nullable(),
  created_at: z.string(),
  pendiente_at: z.string().nullable(),
});

type OpenPayment = z.output<typeof openPayment>;

const pageSize = 100;

async function openPayments(after: OpenPayment | undefined): Promise<OpenPayment[]> {
  let query = createAdminClient()
    .from('pagos')
    .select('id,proveedor,referencia,created_at,pendiente_at')
    .in('estado', ['creado', 'pagado'])
    .in('proveedor', pageProviders)
    .not('referencia', 'is', null)
    // Payments that cannot be delivered only wait for their refund.
    .or('estado.eq.creado,motivo_no_entregado.is.null')
    .order('created_at')
    .order('id')
    .limit(pageSize);
  if (after) {
    query = query.or(`created_at.gt."${after.created_at}",and(created_at.eq."${after.created_at}",id.gt.${after.id})`);
  }
  return dataOf('open payments query', query);
}

const unclearAfterMs = 60 * 60 * 1000;
/** Bank debits take days, so they count as unclear only after their goods are released. */
const slowAfterMs = 3 * 24 * 60 * 60 * 1000;

function isUnclear(payment: OpenPayment, answer: LookUp): boolean {
  if (answer === 'unpaid' || answer === 'declined') return false;
  const patience = answer === 'processing' && payment.pendiente_at ? slowAfterMs : unclearAfterMs;
  return Date.now() - Date.parse(payment.created_at) >= patience;
}

/** Opens a case for an unclear payment; the admins get a mail. */
async function listUnclear(payment: OpenPayment, reason: string): Promise<void> {
  const found = {
    p_tipo: 'sin_aclarar',
    p_clave: `sin_aclarar:${payment.id}`,
    p_pago: payment.id,
    p_datos: { motivo: reason },
  };
  await readRpc(createAdminClient(), 'abrir_caso', found, nothing).catch(logFailure('a case could not be listed'));
}

/** Opens a case once the provider has not answered for an hour. */
const noteNoAnswer = (payment: OpenPayment): Promise<unknown> =>
  readRpc(createAdminClient(), 'anotar_sin_respuesta', { p_pago: payment.id }, nothing).catch(
    logFailure('a missing answer could not be recorded'),
  );

/** Closes the cases of payments that are clear again. */
async function closeCases(clear: string[]): Promise<void> {
  if (clear.length === 0) return;
  await readRpc(createAdminClient(), 'aclarar_pagos', { p_pagos: clear }, nothing).catch(
    logFailure('cases could not be closed'),
  );
}

async function lookUp(payment: OpenPayment): Promise<LookUp> {
  const provider = pageProviderName.parse(payment.proveedor);
  const reference = payment.referencia ?? '';
  const { lookUp, forgetsAfterMs } = pageProvider[provider];
  const answer = await lookUp(reference);
  const isOld = forgetsAfterMs !== null && Date.now() - Date.parse(payment.created_at) > forgetsAfterMs;
  return answer === 'unknown' && isOld
    ? { kind: 'closed', state: 'caducado', provider, reference, paymentId: payment.id }
    : answer;
}

/** @param clear collects the payments that need nothing */
async function reconcileOne(payment: OpenPayment, counts: Reconciled, clear: string[]): Promise<void> {
  counts.checked += 1;
  try {
    const answer = await lookUp(payment);
    if (typeof answer === 'string') {
      if (isUnclear(payment, answer)) await listUnclear(payment, answer);
      else clear.push(payment.id);
      return;
    }
    const result = await takePaymentEvent(answer);
    if (result.ok && result.value.deliveredNow) counts.delivered += 1;
    else if (answer.kind === 'closed') counts.closed += 1;
    else if (!result.ok) counts.failed += 1;
  } catch (error) {
    counts.failed += 1;
    log.error({ payment: payment.id, error: messageOf(error) }, 'a payment could not be reconciled');
    await noteNoAnswer(payment);
  }
}

async function reconcileAll(payments: OpenPayment[], counts: Reconciled): Promise<void> {
  const clear: string[] = [];
  await forEachAtOnce(payments, (payment) => reconcileOne(payment, counts, clear));
  await closeCases(clear);
}

/**
 * Settles all open payments of any age by asking the providers: delivers paid ones, closes expired ones, and opens
 * cases for those unclear for an hour. Runs every ten minutes.
 */
export async function reconcilePayments(): Promise<Reconciled> {
  const counts: Reconciled = { checked: 0, delivered: 0, closed: 0, failed: 0 };
  await closeHopelessPages();
  let page = await openPayments(undefined);
  while (page.length > 0) {
    await reconcileAll(page, counts);
    page = page.length < pageSize ? [] : await openPayments(page.at(-1));
  }
  const again = await readRpc(createAdminClient(), 'pagos_aprobados_de_nuevo', {}, z.array(openPayment));
  await reconcileAll(again, counts);
  const expired = await readRpc(createAdminClient(), 'caducar_pagos_sin_referencia', {}, z.coerce.number());
  return { ...counts, closed: counts.closed + expired };
}
