'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { isDatabaseCode } from '@/lib/core/action/codes';
import { fail } from '@/lib/core/action/result';
import { callRpc } from '@/lib/core/action/rpc';
import { readEuros, toCents, typedEuros } from '@/lib/core/money';
import { createRequestClient } from '@/lib/core/supabase/server';
import { typedCoupon } from './coupon-code';

const none = z.literal('').transform(() => null);
const cents = (code: string) =>
  z
    .string()
    .trim()
    .regex(typedEuros, code)
    .transform((text) => toCents(readEuros(text)));
const count = z
  .string()
  .trim()
  .regex(/^\d{1,6}$/, 'count')
  .transform(Number)
  .pipe(z.number().min(1, 'count'));
const date = z.union([none, z.iso.date('dates')]);

const coupon = z
  .object({
    productId: z.uuid('what'),
    code: typedCoupon('code', /^[A-Za-z0-9][\w-]{2,39}$/),
    kind: z.enum(['percent', 'amount']),
    value: z.string().trim(),
    least: z.union([none, cents('price')], 'price'),
    from: date,
    to: date,
    maxUses: z.union([none, count], 'count'),
    maxPerPerson: z.union([none, count], 'count'),
  })
  .transform(({ kind, value, ...rest }, context) => {
    const read = kind === 'percent' ? count.safeParse(value) : cents('price').safeParse(value);
    if (read.success) {
      return { ...rest, percent: kind === 'percent' ? read.data : null, cents: kind === 'amount' ? read.data : null };
    }
    context.addIssue({ code: 'custom', path: ['value'], message: kind === 'percent' ? 'percent' : 'price' });
    return z.NEVER;
  });

export type OwnCouponForm = z.input<typeof coupon>;

/** The field of each refusal. */
const fields = {
  codigo_no_valido: ['code', 'code'],
  codigo_ocupado: ['code', 'taken'],
  descuento_excesivo: ['value', 'tooMuch'],
  fechas_no_validas: ['from', 'dates'],
} as const;

/** Creates a coupon for a product of the creator, paid from their share (docs/payments.md, "Coupons of creators"). */
export const createOwnCoupon = defineAction('createOwnCoupon', {
  who: 'signedIn',
  input: coupon,
  limit: 'publish',
  run: async (form) => {
    const result = await callRpc(
      createRequestClient(),
      'crear_cupon',
      {
        p_producto: form.productId,
        p_codigo: form.code,
        p_porcentaje: form.percent,
        p_centimos: form.cents,
        p_minimo_centimos: form.least,
        p_desde: form.from,
        p_hasta: form.to,
        p_usos_max: form.maxUses,
        p_usos_por_usuario: form.maxPerPerson,
      },
      [
        'no_existe',
        'codigo_no_valido',
        'codigo_ocupado',
        'descuento_excesivo',
        'fechas_no_validas',
        'demasiados_cupones',
        'cuenta_deshabilitada',
      ],
    );
    if (result.ok || isDatabaseCode(result.error)) return result;
    const field = result.error in fields ? fields[result.error as keyof typeof fields] : null;
    return field ? fail('invalid', { fieldErrors: { [field[0]]: field[1] } }) : result;
  },
  paths: ['/dashboard/promotions'],
});

/** Stops a coupon of the creator; open payments keep their price. */
export const stopOwnCoupon = defineAction('stopOwnCoupon', {
  who: 'signedIn',
  input: z.uuid(),
  invalid: 'no_existe',
  run: (id) => callRpc(createRequestClient(), 'parar_cupon', { p_cupon: id }, ['no_existe']),
  paths: ['/dashboard/promotions'],
});
