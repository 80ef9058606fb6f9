import 'server-only';
import { z } from 'zod';
import { pageOf } from '@/lib/core/supabase/cursor';
import { couponColumns } from '@/lib/vouchers/coupon-columns';
import { afterRow, writeCursor } from '../cursor';
import { defineOperation } from '../operation';
import { Refusal } from '../problem';
import { couponPage, created, id, newCoupon, page } from '../schemas';

const couponRow = z.object(couponColumns);

export const listCoupons = defineOperation({
  id: 'listCoupons',
  tag: 'Coupons',
  method: 'GET',
  path: '/coupons',
  scope: 'coupons:read',
  query: z.strictObject(page),
  answer: couponPage,
  status: 200,
  run: async ({ query: { limit, cursor }, call }) => {
    const asked = { ...afterRow(cursor), limite: limit + 1 };
    const { cupones } = await call('listCoupons', asked, z.object({ cupones: z.array(couponRow) }));
    const { shown, next } = pageOf(cupones, limit, (row) => writeCursor(row.created_at, row.id));
    const data = shown.map((row) => ({
      id: row.id,
      code: row.codigo,
      product_slug: row.slug,
      percent: row.percent_discount,
      amount_cents: row.descuento_centimos,
      minimum_cents: row.minimo_centimos,
      from: row.desde_at,
      to: row.caduca_at,
      stopped_at: row.parado_at,
      max_uses: row.usos_max,
      max_uses_per_person: row.usos_por_usuario,
      created_at: row.created_at,
      uses: row.usos,
      sold_cents: row.vendido_centimos,
      given_cents: row.regalado_centimos,
    }));
    return { data, next_cursor: next };
  },
});

/** A refusal that names only fields of the request. */
const onlySent = (body: object) => (thrown: unknown) => {
  if (!(thrown instanceof Refusal)) throw thrown;
  throw new Refusal(
    thrown.code,
    thrown.errors?.filter(({ path }) => Object.hasOwn(body, path)),
  );
};

export const createCoupon = defineOperation({
  id: 'createCoupon',
  tag: 'Coupons',
  method: 'POST',
  path: '/coupons',
  scope: 'coupons:write',
  body: newCoupon,
  answer: created,
  status: 201,
  isChange: true,
  refusals: ['code_taken', 'too_many_coupons', 'account_disabled'],
  run: async ({ body, call, once }) => {
    if ((body.percent === undefined) === (body.amount_cents === undefined)) {
      throw new Refusal('invalid', [{ path: 'percent', message: 'either percent or amount_cents' }]);
    }
    const { cupon_id } = await call(
      'createCoupon',
      {
        producto: body.product_id,
        codigo: body.code,
        porcentaje: body.percent,
        centimos: body.amount_cents,
        minimo_centimos: body.minimum_cents,
        desde: body.from,
        hasta: body.to,
        usos_max: body.max_uses,
        usos_por_usuario: body.max_uses_per_person,
      },
      z.object({ cupon_id: z.string() }),
      once,
    ).catch(onlySent(body));
    return { id: cupon_id };
  },
});

export const stopCoupon = defineOperation({
  id: 'stopCoupon',
  tag: 'Coupons',
  method: 'DELETE',
  path: '/coupons/{coupon_id}',
  scope: 'coupons:write',
  params: z.object({ coupon_id: id.describe('A coupon of yours') }),
  answer: null,
  status: 204,
  run: async ({ params, call }) => {
    await call('stopCoupon', { cupon: params.coupon_id }, z.unknown());
  },
});
