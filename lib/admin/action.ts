'use server';

import { revalidatePath } from 'next/cache';
import { after } from 'next/server';
import { z } from 'zod';
import { parseInput } from '@/lib/core/action/form';
import { refusalRow } from '@/lib/core/action/refusal';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { log } from '@/lib/core/log';
import { nullable } from '@/lib/core/supabase/nullable';
import { createRequestClient } from '@/lib/core/supabase/server';
import { sendPendingMails } from '@/lib/mail/server';
import { carryOutRefund } from '@/lib/payments/refunds';
import { providerName } from '@/lib/payments/rows';
import { type CouponForm, couponInput, type RefundForm, refundInput } from './schema';

const storeSwitch = z.enum(['mantenimiento', 'status_down']);
export type StoreSwitch = z.output<typeof storeSwitch>;

/** Turns a switch of the shop on or off. The database checks that an admin asks, and notes who did it. */
export async function changeSwitch(name: StoreSwitch, on: boolean): Promise<Result<undefined, 'failed'>> {
  const parsed = z.object({ name: storeSwitch, on: z.boolean() }).safeParse({ name, on });
  if (!parsed.success) return fail('failed');
  const { data, error } = await (await createRequestClient()).rpc('cambiar_ajuste', {
    p_ajuste: parsed.data.name,
    p_valor: parsed.data.on,
  });
  if (error || refusalRow.safeParse(data).success) return fail('failed');
  revalidatePath('/dashboard-admin');
  return succeed(undefined);
}

const refundAnswer = z.object({
  reembolso_id: z.string(),
  centimos: z.coerce.number(),
  pago_id: z.string(),
  proveedor: providerName,
  referencia: z.string(),
});

export type RefundError =
  | 'pago_no_existe'
  | 'motivo_no_valido'
  | 'sin_permiso'
  | 'ya_reembolsado'
  | 'no_reembolsable'
  | 'importe_no_valido'
  | 'ya_pedido'
  | 'clave_usada'
  | 'clave_no_valida'
  | 'rechazado'
  | 'sin_respuesta';

/**
 * Refunds money of a payment through its provider. The database checks that an admin asks and how much is left, and
 * records the reason. Sending the same key again is the same refund.
 */
export async function refundPayment(form: RefundForm): Promise<Result<'done' | 'pending', RefundError>> {
  const parsed = refundInput.safeParse(form);
  if (!parsed.success) {
    return fail(
      parsed.error.issues.some(({ path }) => path[0] === 'amount') ? 'importe_no_valido' : 'motivo_no_valido',
    );
  }
  const client = await createRequestClient();
  const { data, error } = await client.rpc('pedir_reembolso_parcial', {
    p_pago: parsed.data.paymentId,
    p_motivo: parsed.data.reason,
    p_centimos: parsed.data.amount,
    p_clave: parsed.data.key,
  });
  if (error) throw new Error(`pedir_reembolso_parcial: ${error.message}`);
  const refused = refusalRow.safeParse(data);
  if (refused.success) return fail(refused.data.error as RefundError);
  const order = refundAnswer.parse(data);
  try {
    const outcome = await carryOutRefund({
      id: order.reembolso_id,
      cents: order.centimos,
      paymentId: order.pago_id,
      provider: order.proveedor,
      reference: order.referencia,
    });
    after(sendPendingMails);
    return outcome.status === 'refused' ? fail('rechazado') : succeed(outcome.status);
  } catch (problem) {
    log.error({ refund: order.reembolso_id, error: (problem as Error).message }, 'a refund could not be carried out');
    return fail('sin_respuesta');
  }
}

const caseInput = z.object({ id: z.number().int().positive(), note: z.string().trim().min(3).max(500) });

/** Closes a case with a note on what was done about it. */
export async function solveCase(
  id: number,
  note: string,
): Promise<Result<undefined, 'nota_no_valida' | 'sin_permiso' | 'caso_no_existe'>> {
  const parsed = caseInput.safeParse({ id, note });
  if (!parsed.success) return fail('nota_no_valida');
  const client = await createRequestClient();
  const { data, error } = await client.rpc('resolver_caso', { p_caso: parsed.data.id, p_nota: parsed.data.note });
  if (error) throw new Error(`resolver_caso: ${error.message}`);
  const refused = refusalRow.safeParse(data);
  return refused.success ? fail(refused.data.error as 'sin_permiso' | 'caso_no_existe') : succeed(undefined);
}

type CouponError = 'invalid' | 'sin_permiso' | 'codigo_ocupado' | 'datos_no_validos' | 'no_existe' | 'failed';

/** Creates or changes a coupon with its limits. The database checks that an admin asks, and keeps it in the log. */
export async function saveCoupon(form: CouponForm): Promise<Result<undefined, CouponError>> {
  const parsed = parseInput(couponInput, form);
  if (!parsed.ok) return fail('invalid', parsed.fieldErrors ? { fieldErrors: parsed.fieldErrors } : {});
  const { id, code, product, percent, expires, maxUses, maxPerPerson } = parsed.value;
  const client = await createRequestClient();
  const { data: found } = await client.from('productos').select('id').eq('slug', product).maybeSingle();
  if (!found) return fail('invalid', { fieldErrors: { product: 'product' } });
  const { data, error } = await client.rpc(
    'admin_guardar_cupon',
    nullable({
      p_cupon: id,
      p_codigo: code,
      p_producto: found.id,
      p_porcentaje: percent,
      // The database makes it the end of that day in Spain.
      p_caduca_at: expires,
      p_usos_max: maxUses,
      p_usos_por_usuario: maxPerPerson,
    }),
  );
  if (error) throw new Error(`admin_guardar_cupon: ${error.message}`);
  const refused = refusalRow.safeParse(data);
  return refused.success ? fail(refused.data.error as CouponError) : succeed(undefined);
}

/** Deletes a coupon. Payments that used it keep the price they were quoted. */
export async function deleteCoupon(id: string): Promise<Result<undefined, CouponError>> {
  const parsed = z.uuid().safeParse(id);
  if (!parsed.success) return fail('no_existe');
  const { data, error } = await (await createRequestClient()).rpc('admin_borrar_cupon', { p_cupon: parsed.data });
  if (error) throw new Error(`admin_borrar_cupon: ${error.message}`);
  const refused = refusalRow.safeParse(data);
  return refused.success ? fail(refused.data.error as CouponError) : succeed(undefined);
}
