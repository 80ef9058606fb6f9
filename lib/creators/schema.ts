import { z } from 'zod';

/** SPEC §5 Withdrawal: PayPal e-mail and amount required, at least 5 €. The messages are codes of the catalogue. */
export const withdrawalInput = z.object({
  email: z.string().trim().min(1, 'required').max(254, 'email').pipe(z.email('email')),
  /** Euros as typed, with a comma or a point; answered in cents. */
  amount: z
    .string()
    .trim()
    .min(1, 'required')
    .regex(/^\d{1,6}(?:[.,]\d{1,2})?$/, 'amount')
    .transform((text) => Math.round(Number(text.replace(',', '.')) * 100))
    .pipe(z.number().min(500, 'minimum')),
  attempt: z.uuid(),
});
