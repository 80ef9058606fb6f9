import 'server-only';
import { after } from 'next/server';
import type { Origin } from '@/lib/catalog/sale-source';
import { fail, type Result } from '@/lib/core/action/result';
import { callRpc, messageOf } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { sha256 } from '@/lib/core/security/sha256';
import { createRequestClient } from '@/lib/core/supabase/server';
import type { Method } from '@/lib/payments/methods';
import { paymentRow } from '@/lib/payments/rows';
import type { Payment } from '@/lib/payments/types';
import { newGiftLink } from './gifts/link';
import { isWhoever } from './gifts/server';
import { asRefusal, type Refusal } from './refusals';
import type { PurchaseInput } from './schema';
import type { SelectionIds } from './server';

/** The idempotency key of a payment: a hash of the page's attempt and the input. */
export function paymentKey(input: PurchaseInput, method: string): string {
  const { intento, producto, edicion, bundle, cupon, destinatario, correoRegalo } = input;
  const details = destinatario ? [input.mensaje, input.fechaEntrega] : [input.minecraftName];
  const mailed = correoRegalo ? [correoRegalo] : [];
  const content = [intento, producto, edicion, bundle, cupon, destinatario, ...details, ...mailed, method];
  return sha256(JSON.stringify(content));
}

/** Records the source of a purchase. A purchase neither waits for this nor fails because of it. */
async function recordOrigin(client: ReturnType<typeof createRequestClient>, payment: string, origin: Origin) {
  const sent = { p_pago: payment, p_fuente: origin.fuente, p_etiqueta: origin.etiqueta };
  const noted = await callRpc(client, 'anotar_procedencia', sent, null).catch((problem) => fail(messageOf(problem)));
  if (!noted.ok) log.warn({ payment, error: noted.error }, 'the source of a sale was not recorded');
}

/**
 * Records a payment of the signed-in person with its quote, before any provider call (docs/payments.md, "Payment row").
 * A total of zero is delivered in the same transaction.
 *
 * @returns the payment, or the refusal
 */
export async function createPayment(
  ids: SelectionIds,
  input: PurchaseInput,
  method: Method,
): Promise<Result<Payment, Refusal>> {
  const wanted = {
    p_producto: ids.producto,
    p_edicion: ids.edicion,
    p_bundle: ids.bundle,
    p_metodo: method,
    p_cupon: input.cupon,
    p_destinatario: ids.destinatario,
    p_clave: paymentKey(input, method),
    p_consentimiento: input.consentimiento,
    ...(input.total !== null && { p_total: input.total }),
  };
  const client = createRequestClient();
  const gift = {
    ...wanted,
    p_mensaje: input.mensaje,
    p_fecha_entrega: input.fechaEntrega,
    ...(isWhoever(ids.destinatario) && { p_correo: input.correoRegalo, ...newGiftLink() }),
  };
  const own = { ...wanted, p_minecraft_name: input.minecraftName };
  const created = await (ids.destinatario !== null
    ? callRpc(client, 'crear_regalo', gift, null, paymentRow)
    : callRpc(client, 'crear_pago', own, null, paymentRow));
  if (created.ok) {
    const { procedencia } = input;
    if (procedencia) after(() => recordOrigin(client, created.value.id, procedencia));
    return created;
  }
  const { error, details } = created;
  return fail(asRefusal(error, ids.destinatario !== null), details ? { details } : {});
}
