'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { editInput, toConflict } from '@/lib/core/action/edit';
import { fail, succeed } from '@/lib/core/action/result';
import { callRpc, toJson } from '@/lib/core/action/rpc';
import { toCents } from '@/lib/core/money';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import { couponFields, couponInput } from './admin-coupons';

/** The field of each refusal, with its message. */
const fields = {
  producto_no_existe: ['product', 'product'],
  creador_no_existe: ['creator', 'creator'],
  fechas_no_validas: ['expires', 'dates'],
} as const;
const isOfField = (code: string): code is keyof typeof fields => Object.hasOwn(fields, code);

/** Creates a coupon of the shop with its limits. The database logs it. */
export const saveCoupon = defineAction('saveCoupon', {
  who: 'admin',
  input: couponInput,
  run: async (form) => {
    const client = await createRequestClient();
    const [product, creator] = await Promise.all([
      form.scope === 'producto' && form.product
        ? dataOf('product query', client.from('productos').select('id').eq('slug', form.product).maybeSingle())
        : null,
      form.scope === 'creador' && form.creator
        ? dataOf(
            'creator query',
            client
              .from('usuarios_meta')
              .select('id')
              .ilike('username', form.creator.replaceAll('_', '\\_'))
              .maybeSingle(),
          )
        : null,
    ]);
    if (form.scope === 'producto' && !product) return fail('invalid', { fieldErrors: { product: 'product' } });
    if (form.scope === 'creador' && !creator) return fail('invalid', { fieldErrors: { creator: 'creator' } });
    const saved = await callRpc(
      client,
      'admin_guardar_cupon',
      {
        p_cupon: null,
        p_codigo: form.code,
        p_producto: product?.id ?? null,
        p_porcentaje: form.percent,
        // The database converts it to the end of that day in Spain.
        p_caduca_at: form.expires,
        p_usos_max: form.maxUses,
        p_usos_por_usuario: form.maxPerPerson,
        p_ambito: form.scope,
        p_vendedor: creator?.id ?? null,
        p_categoria: form.category,
        p_centimos: form.amount === null ? null : toCents(form.amount),
        p_minimo_centimos: form.least === null ? null : toCents(form.least),
        p_desde: form.starts,
        p_primera_compra: form.firstPurchase,
      },
      ['codigo_ocupado', 'producto_no_existe', 'fechas_no_validas'],
    );
    if (!saved.ok && isOfField(saved.error)) {
      return fail('invalid', { fieldErrors: { [fields[saved.error][0]]: fields[saved.error][1] } });
    }
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
      ['codigo_ocupado', 'no_existe', 'producto_no_existe', 'creador_no_existe', 'fechas_no_validas', 'conflicto'],
    );
    if (saved.ok) return saved;
    if (saved.error === 'conflicto') return toConflict(couponFields, saved.details);
    if (isOfField(saved.error)) {
      return fail('invalid', { fieldErrors: { [`edit.${fields[saved.error][0]}`]: fields[saved.error][1] } });
    }
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
