'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { editInput, toConflict } from '@/lib/core/action/edit';
import { fail, succeed } from '@/lib/core/action/result';
import { callRpc, toJson } from '@/lib/core/action/rpc';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import { couponFields, couponInput } from './admin-coupons';

/** Creates a coupon with its limits. The database logs it. */
export const saveCoupon = defineAction('saveCoupon', {
  who: 'admin',
  input: couponInput,
  run: async ({ code, product, percent, expires, maxUses, maxPerPerson }) => {
    const client = await createRequestClient();
    const found = await dataOf(
      'product query',
      client.from('productos').select('id').eq('slug', product).maybeSingle(),
    );
    if (!found) return fail('invalid', { fieldErrors: { product: 'product' } });
    const saved = await callRpc(
      client,
      'admin_guardar_cupon',
      {
        p_cupon: null,
        p_codigo: code,
        p_producto: found.id,
        p_porcentaje: percent,
        // The database converts it to the end of that day in Spain.
        p_caduca_at: expires,
        p_usos_max: maxUses,
        p_usos_por_usuario: maxPerPerson,
      },
      ['codigo_ocupado'],
    );
    // `invalid` is reported by the fields themselves.
    return !saved.ok && saved.error === 'datos_no_validos' ? fail('rejected') : saved;
  },
});

/** Edits a coupon. Only changes are saved; a field that somebody else has changed since is a `conflicto`. */
export const editCoupon = defineAction('editCoupon', {
  who: 'admin',
  input: z.object({ id: z.uuid(), edit: editInput(couponFields) }),
  run: async ({ id, edit }) => {
    const saved = await callRpc(
      createRequestClient(),
      'guardar_cupon',
      { p_cupon: id, p_base: toJson(edit.base), p_cambios: toJson(edit.changes) },
      ['codigo_ocupado', 'no_existe', 'producto_no_existe', 'conflicto'],
    );
    if (saved.ok) return saved;
    if (saved.error === 'conflicto') return toConflict(couponFields, saved.details);
    if (saved.error === 'producto_no_existe') return fail('invalid', { fieldErrors: { 'edit.product': 'product' } });
    return saved.error === 'datos_no_validos' ? fail('rejected') : saved;
  },
});

/** Deletes a coupon; payments that used it keep their quote. */
export const deleteCoupon = defineAction('deleteCoupon', {
  who: 'admin',
  input: z.uuid(),
  invalid: 'no_existe',
  run: (id) => callRpc(createRequestClient(), 'admin_borrar_cupon', { p_cupon: id }, ['no_existe']),
});

/** Creates redeem codes for a product, each for one use. They are shown once. */
export const generateCodes = defineAction('generateCodes', {
  who: 'admin',
  input: z.object({
    id: z.uuid(),
    editionId: z.union([z.literal('').transform(() => null), z.uuid()]),
    count: z.coerce.number().int().min(1).max(1_000),
  }),
  invalid: 'cantidad_no_valida',
  run: async ({ id, editionId, count }) => {
    const result = await callRpc(
      createRequestClient(),
      'admin_generar_codigos',
      { p_producto: id, p_edicion: editionId, p_cuantos: count },
      ['no_existe', 'cantidad_no_valida'],
      z.object({ codigos: z.array(z.string()) }),
    );
    return result.ok ? succeed(result.value.codigos) : result;
  },
});
