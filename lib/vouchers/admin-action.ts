'use server';

import { z } from 'zod';
import { parseInput } from '@/lib/core/action/form';
import { refusalRow } from '@/lib/core/action/refusal';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { resultOf } from '@/lib/core/action/rpc';
import { nullable } from '@/lib/core/supabase/nullable';
import { createRequestClient } from '@/lib/core/supabase/server';
import { type CouponForm, couponInput } from './admin-coupons';

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

const codesRefusals = z
  .enum(['sin_permiso', 'no_existe', 'datos_no_validos', 'cantidad_no_valida'])
  .catch('datos_no_validos');
type CodesError = z.output<typeof codesRefusals> | 'failed';

const codes = z.object({
  id: z.uuid(),
  editionId: z.union([z.literal('').transform(() => null), z.uuid()]),
  count: z.coerce.number().int().min(1).max(1_000),
});

/** Makes redeem codes for a product; each can be used once. They are shown only now. */
export async function generateCodes(input: z.input<typeof codes>): Promise<Result<string[], CodesError>> {
  const parsed = codes.safeParse(input);
  if (!parsed.success) return fail('cantidad_no_valida');
  const answered = await (await createRequestClient()).rpc(
    'admin_generar_codigos',
    nullable({ p_producto: parsed.data.id, p_edicion: parsed.data.editionId, p_cuantos: parsed.data.count }),
  );
  const result = resultOf('admin_generar_codigos', answered, codesRefusals);
  if (!result.ok) return result;
  return succeed(z.object({ codigos: z.array(z.string()) }).parse(result.value).codigos);
}
