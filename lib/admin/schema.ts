import { z } from 'zod';
import { slugPattern } from '@/lib/catalog/slug';
import { readEuros, toCents, typedEuros } from '@/lib/core/money';
import { couponPattern } from '@/lib/vouchers/coupon-code';

const count = z
  .string()
  .trim()
  .transform((text) => (text === '' ? null : Number(text)))
  .pipe(z.number({ error: 'count' }).int('count').min(1, 'count').max(1_000_000, 'count').nullable());

/** The coupon form. An empty limit means no limit. Messages are codes of the catalogue. */
export const couponInput = z.object({
  id: z.uuid().nullable(),
  code: z.string().trim().regex(couponPattern, 'code'),
  product: z.string().trim().regex(slugPattern, 'product'),
  percent: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, 'percent')
    .transform(Number)
    .pipe(z.number().min(1, 'percent').max(100, 'percent')),
  expires: z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : text))
    .pipe(z.iso.date('date').nullable()),
  maxUses: count,
  maxPerPerson: count,
});

export type CouponForm = z.input<typeof couponInput>;

/**
 * The refund form: euros as people type them, or whole coins. `key` names one attempt, so that sending it twice refunds
 * once.
 */
export const refundInput = z
  .object({
    paymentId: z.uuid(),
    reason: z.string().trim().min(3).max(500),
    amount: z.string().trim(),
    inCoins: z.boolean(),
    key: z.uuid(),
  })
  .transform(({ inCoins, ...form }, context) => {
    const isAmount = inCoins ? /^\d{1,8}$/.test(form.amount) : typedEuros.test(form.amount);
    const cents = inCoins ? Number(form.amount) : toCents(readEuros(form.amount));
    if (isAmount && cents > 0) return { ...form, amount: cents };
    context.addIssue({ code: 'custom', path: ['amount'], message: 'amount' });
    return z.NEVER;
  });

export type RefundForm = z.input<typeof refundInput>;
