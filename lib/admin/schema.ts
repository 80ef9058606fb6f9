import { z } from 'zod';
import { readAmount } from '@/lib/core/money';
import { longestReason } from './lengths';

/** The reason of an act, for the log. */
export const reasonText = z.string().trim().min(3).max(longestReason);

/** The refund form: typed euros, or whole coins. `key` identifies an attempt, so that repeating it refunds once. */
export const refundInput = z
  .object({
    paymentId: z.uuid(),
    reason: reasonText,
    amount: z.string().trim(),
    inCoins: z.boolean(),
    key: z.uuid(),
  })
  .transform(({ inCoins, ...form }, context) => {
    const cents = readAmount(form.amount, inCoins);
    if (cents > 0) return { ...form, amount: cents };
    context.addIssue({ code: 'custom', path: ['amount'], message: 'amount' });
    return z.NEVER;
  });
