import 'server-only';
import { fail, type Result, succeed } from '@/lib/action/result';
import { createAdminClient } from '@/lib/supabase/admin';
import { paymentAnswer } from './rows';
import type { Payment, PaymentEvent, PaymentRefusal } from './types';

const expected: readonly string[] = [
  'pago_no_existe',
  'importe_no_coincide',
  'ya_lo_tienes',
  'ya_pagado',
  'no_entregable',
] satisfies PaymentRefusal[];

async function call(event: PaymentEvent) {
  const client = createAdminClient();
  const payment = { p_proveedor: event.provider, p_referencia: event.reference };
  const own = event.paymentId ? { p_pago: event.paymentId } : {};
  switch (event.kind) {
    case 'paid':
      return client.rpc('entregar_pago', {
        ...payment,
        ...own,
        p_importe_centimos: event.amountCents,
        p_moneda: event.currency,
        ...(event.confirmedAt ? { p_confirmado_at: event.confirmedAt.toISOString() } : {}),
      });
    case 'closed':
      return client.rpc('cerrar_pago', { ...payment, ...own, p_estado: event.state });
    case 'reverted':
      return client.rpc('revertir_pago', { ...payment, p_estado: event.state });
    case 'restored':
      return client.rpc('restituir_pago', payment);
    case 'partly_refunded': {
      const listed = await client.rpc('abrir_caso', {
        p_tipo: 'reembolso_parcial',
        p_clave: `reembolso_parcial:${event.reference}:${event.amountCents}`,
        p_pago: event.paymentId,
        p_datos: { importe: event.amountCents },
      });
      if (listed.error) return listed;
      return client.rpc('vincular_pago', { ...payment, p_pago: event.paymentId });
    }
  }
}

async function ask(event: PaymentEvent): Promise<Result<Payment, PaymentRefusal>> {
  const { data, error } = await call(event);
  if (error) throw new Error(`${event.kind} ${event.reference}: ${error.message}`);
  const answer = paymentAnswer.parse(data);
  if (!('error' in answer)) return succeed(answer);
  return fail(expected.includes(answer.error) ? (answer.error as PaymentRefusal) : 'fallo');
}

/**
 * Tells the database what a provider has said about a payment. Safe to repeat, at once and in any order:
 * each event is one transaction, and a payment is delivered once (DESIGN §6).
 *
 * @returns the payment as it is now; `pago_no_existe`, `importe_no_coincide`, `ya_lo_tienes`, `no_entregable` or
 *   `ya_pagado` when it was refused (what was paid and cannot be delivered has its refund ordered; the others but an
 *   unknown refund are listed for an admin)
 * @throws when the database cannot be reached
 */
export async function applyPaymentEvent(event: PaymentEvent): Promise<Result<Payment, PaymentRefusal>> {
  const result = await ask(event);
  if (result.ok || result.error !== 'pago_no_existe' || event.kind !== 'reverted' || !event.paymentId) return result;
  // The reference was never recorded: the shop was stopped between asking the provider and writing it down.
  const { error } = await createAdminClient().rpc('vincular_pago', {
    p_pago: event.paymentId,
    p_proveedor: event.provider,
    p_referencia: event.reference,
  });
  if (error) throw new Error(`vincular_pago ${event.reference}: ${error.message}`);
  return ask(event);
}
