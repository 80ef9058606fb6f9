import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { maxRows } from '@/lib/core/supabase/all-rows';
import { afterCursor, cursorText, pageOf, parseCursor } from '@/lib/core/supabase/cursor';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient, type RequestClient } from '@/lib/core/supabase/server';
import { isUuid } from '@/lib/core/uuid';
import { orderColumns, orderFacts, parseOrder } from './rows';
import type { BoughtOrder, Order, OrderDetail } from './types';
import { downloadStates } from './types';

const pageSize = 30;

/** Converts rows of `adquisiciones`, with facts that their columns do not expose. */
async function parseOrders(
  client: RequestClient,
  rows: { id: string }[],
  locale: Locale,
  me: string,
): Promise<Order[]> {
  if (rows.length === 0) return [];
  const facts = await readRpc(client, 'detalle_pedidos', { p_pedidos: rows.map(({ id }) => id) }, orderFacts);
  return rows.map((row) => parseOrder(row, facts, locale, me));
}

export type OrderPage = { orders: Order[]; next: string | null };

/**
 * A person's orders, newest first, with the gifts they gave.
 *
 * @param after the `next` of the previous page; any other value returns the first page
 * @returns up to 30 orders, and the next cursor, if any
 */
export async function listOrders(userId: string, locale: Locale, after: unknown): Promise<OrderPage> {
  const client = await createRequestClient();
  let query = client
    .from('adquisiciones')
    .select(orderColumns)
    .or(`user_id.eq.${userId},regalado_por.eq.${userId}`)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(pageSize + 1);
  const last = parseCursor(after);
  if (last) query = query.lte('created_at', last[0]).or(afterCursor(last));
  const data = await dataOf('orders query', query);
  const { shown, next } = pageOf(data, pageSize, ({ created_at, id }) => cursorText(created_at, id));
  return { orders: await parseOrders(client, shown, locale, userId), next };
}

const downloadState = z.enum(downloadStates);

/**
 * The orders of this person's payment with their download areas, without gifts, which belong to their recipient. Empty
 * for payments of others, and without goods.
 */
export async function listBought(userId: string, locale: Locale, paymentId: string): Promise<BoughtOrder[]> {
  const client = await createRequestClient();
  const data = await dataOf(
    'orders of a payment query',
    client
      .from('adquisiciones')
      .select(orderColumns)
      .eq('pago_id', paymentId)
      .or(`user_id.eq.${userId},regalado_por.eq.${userId}`)
      .order('created_at')
      .order('id')
      .limit(maxRows),
  );
  const orders = await parseOrders(client, data, locale, userId);
  return Promise.all(
    orders.map(async (order) => ({
      ...order,
      download:
        order.gift?.direction === 'to'
          ? null
          : await readRpc(client, 'estado_descarga', { p_adquisicion: order.id }, downloadState.nullable()),
    })),
  );
}

/** An order of this person with its download area; null if it is another person's or does not exist. */
export async function getOrder(userId: string, locale: Locale, id: string): Promise<OrderDetail | null> {
  if (!isUuid(id)) return null;
  const client = await createRequestClient();
  const [order, download] = await Promise.all([
    dataOf(
      'order query',
      client.from('adquisiciones').select(orderColumns).eq('id', id).eq('user_id', userId).maybeSingle(),
    ),
    readRpc(client, 'estado_descarga', { p_adquisicion: id }, downloadState.nullable()),
  ]);
  // The database returns nothing for another person's order.
  if (!order || !download) return null;
  const [parsed] = await parseOrders(client, [order], locale, userId);
  return parsed ? { ...parsed, download } : null;
}
