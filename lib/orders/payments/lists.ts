import 'server-only';
import { z } from 'zod';
import type { Locale } from '@/lib/core/i18n/locales';
import { afterCursor, cursorText, pageOf, parseCursor } from '@/lib/core/supabase/cursor';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import { summaryColumns, summaryRow, toSummary } from './rows';
import type { PaymentSummary } from './types';

const rechargesShown = 5;

/**
 * A person's purchases of UnCoins, newest first: they have a payment and an invoice, but no order.
 *
 * @param after the `next` of the previous page; any other value returns the first page
 */
export async function listRecharges(
  userId: string,
  locale: Locale,
  after: unknown,
): Promise<{ recharges: PaymentSummary[]; next: string | null }> {
  const client = await createRequestClient();
  let query = client
    .from('pagos')
    .select(summaryColumns)
    .eq('user_id', userId)
    .contains('presupuesto', { es_recarga: true })
    .not('entregado_at', 'is', null)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(rechargesShown + 1);
  const last = parseCursor(after);
  if (last) query = query.lte('created_at', last[0]).or(afterCursor(last));
  const data = await dataOf('recharges query', query);
  const rows = z
    .array(summaryRow)
    .parse(data)
    .map((row) => toSummary(row, locale));
  const { shown: recharges, next } = pageOf(rows, rechargesShown, ({ createdAt, id }) => cursorText(createdAt, id));
  return { recharges, next };
}

/** Payments of a person that are neither delivered nor closed, newest first: the payment may be in progress. */
export async function listOpenPayments(userId: string, locale: Locale): Promise<PaymentSummary[]> {
  const client = await createRequestClient();
  const data = await dataOf(
    'open payments query',
    client
      .from('pagos')
      .select(summaryColumns)
      .eq('user_id', userId)
      .in('estado', ['creado', 'pagado'])
      .not('referencia', 'is', null)
      .order('created_at', { ascending: false })
      .limit(10),
  );
  return z
    .array(summaryRow)
    .parse(data)
    .map((row) => toSummary(row, locale));
}
