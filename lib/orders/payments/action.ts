'use server';

import { z } from 'zod';
import { getMe } from '@/lib/account/server';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { requestLocale } from '@/lib/core/i18n/server';
import { takeAttempt } from '@/lib/core/limits';
import { createRequestClient } from '@/lib/core/supabase/server';
import { getPayment } from '@/lib/orders/payments/history';
import { type Verification, verifyPayment } from '@/lib/payments/verify';

const input = z.uuid();

/** The button "I have paid, check again": asks the provider about one's own payment, and delivers it if it is paid. */
export async function checkPayment(
  id: string,
): Promise<Result<Verification['estado'], 'sin_sesion' | 'no_existe' | 'demasiados_intentos'>> {
  const me = await getMe();
  if (!me) return fail('sin_sesion');
  const parsed = input.safeParse(id);
  const locale = await requestLocale();
  const payment = parsed.success ? await getPayment(me.id, locale, parsed.data) : null;
  if (!payment?.reference) return fail('no_existe');
  if ((await takeAttempt('verify', me.id)) > 0) return fail('demasiados_intentos');
  const { estado } = await verifyPayment(await createRequestClient(), {
    userId: me.id,
    locale,
    provider: payment.provider,
    reference: payment.reference,
  });
  return succeed(estado);
}
