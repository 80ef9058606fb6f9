import 'server-only';
import { z } from 'zod';
import type { Locale } from '@/lib/core/i18n/locales';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import { isUuid } from '@/lib/core/uuid';
import { parseDetail, paymentColumns } from '@/lib/orders/payments/rows';
import type { PaymentDetail } from '@/lib/orders/payments/types';

export type AdminPayment = PaymentDetail & { buyer: string };

const extra = z.object({ comprador: z.object({ display_name: z.string() }).nullish() });

/** Any payment with its whole history, for an admin; null if it does not exist. */
export async function getAdminPayment(locale: Locale, id: string): Promise<AdminPayment | null> {
  if (!isUuid(id)) return null;
  const client = await createRequestClient();
  const data = await dataOf(
    'payment query',
    client
      .from('pagos')
      .select(`${paymentColumns},comprador:usuarios_meta!pagos_user_id_fkey(display_name)`)
      .eq('id', id)
      .maybeSingle(),
  );
  if (!data) return null;
  const more = extra.parse(data);
  return {
    ...parseDetail(data, locale),
    buyer: more.comprador?.display_name ?? '',
  };
}
