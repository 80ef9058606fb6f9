import 'server-only';
import { fail, type Result } from '@/lib/core/action/result';
import { callRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';
import type { Json } from '@/lib/core/supabase/database.types';
import { paymentRow } from './rows';
import type { Payment, PaymentEvent, PaymentRefusal, ReversalEvent } from './types';

const expected = [
  'pago_no_existe',
  'importe_no_coincide',
  'ya_lo_tienes',
  'ya_pagado',
  'no_entregable',
] as const satisfies PaymentRefusal[];

const reversalFacts = ({ refunds, disputes }: ReversalEvent): Json => ({
  reembolsos: refunds.map((refund) => ({
    referencia: refund.id,
    propio: refund.ownId,
    estado: refund.state,
    centimos: refund.cents,
    motivo: refund.reason,
    error: refund.problem,
    created_at: refund.createdAt.toISOString(),
  })),
  disputas: disputes.map((dispute) => ({
    referencia: dispute.id,
    fase: dispute.phase,
    centimos: dispute.cents,
    motivo: dispute.reason,
    vence_at: dispute.dueAt?.toISOString() ?? null,
    abierta_at: dispute.openedAt.toISOString(),
    version: dispute.version,
  })),
});

async function call(event: PaymentEvent) {
  const client = createAdminClient();
  const payment = { p_proveedor: event.provider, p_referencia: event.reference };
  const own = event.paymentId ? { p_pago: event.paymentId } : {};
  switch (event.kind) {
    case 'paid':
      return callRpc(
        client,
        'entregar_pago',
        {
          ...payment,
          ...own,
          p_importe_centimos: event.amountCents,
          p_moneda: event.currency,
          ...(event.confirmedAt ? { p_confirmado_at: event.confirmedAt.toISOString() } : {}),
        },
        null,
        paymentRow,
      );
    case 'closed':
      return callRpc(
        client,
        'cerrar_pago',
        {
          ...payment,
          ...own,
          p_estado: event.state,
          ...(event.declines === undefined ? {} : { p_rechazos: event.declines }),
        },
        null,
        paymentRow,
      );
    case 'reversals':
      return callRpc(
        client,
        'anotar_reversiones',
        { ...payment, ...own, p_hechos: reversalFacts(event) },
        null,
        paymentRow,
      );
  }
}

/**
 * Records a provider's event in the database. Idempotent, also in parallel and in any order: each event is one
 * transaction, and a payment is delivered once (docs/payments.md, "Delivery").
 *
 * @returns the payment; or `pago_no_existe`, `importe_no_coincide`, `ya_lo_tienes`, `no_entregable` or `ya_pagado` if
 *   the event was refused. A paid payment that cannot be delivered gets a refund order; other refusals open a case,
 *   except a reversal of an unknown payment
 * @throws if the database cannot be reached
 */
export async function recordPaymentEvent(event: PaymentEvent): Promise<Result<Payment, PaymentRefusal>> {
  const answer = await call(event);
  return answer.ok ? answer : fail(expected.find((code) => code === answer.error) ?? 'fallo');
}
