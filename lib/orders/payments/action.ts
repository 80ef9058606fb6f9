'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { fail, succeed } from '@/lib/core/action/result';
import { requestLocale } from '@/lib/core/i18n/server';
import { createRequestClient } from '@/lib/core/supabase/server';
import { getPayment } from '@/lib/orders/payments/find-payment';
import { verifyPayment } from '@/lib/payments/verify';

/**
 * "I have paid, check again": asks the provider about a payment of the signed-in person, and delivers it if it is paid.
 */
export const checkPayment = defineAction('checkPayment', {
  who: 'signedIn',
  input: z.uuid(),
  invalid: 'no_existe',
  limit: 'verify',
  run: async (id, me) => {
    const locale = await requestLocale();
    const payment = await getPayment(me.id, locale, id);
    if (!payment?.reference) return fail('no_existe');
    const { provider, reference } = payment;
    const { estado } = await verifyPayment(await createRequestClient(), { userId: me.id, locale, provider, reference });
    return succeed(estado);
  },
});
