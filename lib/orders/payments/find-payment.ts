import 'server-only';
import type { Locale } from '@/lib/core/i18n/locales';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import { isUuid } from '@/lib/core/uuid';
import type { PageProvider } from '@/lib/payments/methods';
import { parseDetail, paymentColumns } from './rows';
import type { PaymentDetail } from './types';

/** A payment of the signed-in person with its history; null for payments of others. */
export async function getPayment(userId: string, locale: Locale, id: string): Promise<PaymentDetail | null> {
  if (!isUuid(id)) return null;
  const client = await createRequestClient();
  const data = await dataOf(
    'payment query',
    client.from('pagos').select(paymentColumns).eq('id', id).eq('user_id', userId).maybeSingle(),
  );
  return data && parseDetail(data, locale);
}

/** The signed-in person's payment with a provider's reference; null for any other. */
export async function findPayment(
  userId: string,
  locale: Locale,
  { provider, reference }: { provider: PageProvider; reference: string },
): Promise<PaymentDetail | null> {
  const client = await createRequestClient();
  const data = await dataOf(
    'payment query',
    client
      .from('pagos')
      .select(paymentColumns)
      .eq('proveedor', provider)
      .eq('referencia', reference)
      .eq('user_id', userId)
      .maybeSingle(),
  );
  return data && parseDetail(data, locale);
}
