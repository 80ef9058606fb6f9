import { z } from 'zod';
import { fieldLengths } from '@/lib/account/field-lengths';
import { pagePerson } from '@/lib/account/other-person';
import { readEuros, toCents, typedEuros } from '@/lib/core/money';
import { visible } from '@/lib/core/visible';
import { leastWithdrawalCents } from './types';

/**
 * PayPal e-mail and amount are required, at least 5 € (docs/behaviour/creators.md, "Withdrawal"). The messages are keys
 * of `dashboard.withdrawal.errors`.
 */
export const withdrawalInput = z.object({
  email: z.string().overwrite(visible).min(1, 'required').max(fieldLengths.email, 'email').pipe(z.email('email')),
  /** Typed euros, with a comma or a point, as cents. */
  amount: z
    .string()
    .trim()
    .min(1, 'required')
    .regex(typedEuros, 'amount')
    .transform((typed) => toCents(readEuros(typed)))
    .pipe(z.number().min(leastWithdrawalCents, 'minimum')),
  attempt: z.uuid(),
  persona: pagePerson,
  /** Required for a new address. */
  password: z.string().max(200, 'wrongPassword').nullish(),
});
