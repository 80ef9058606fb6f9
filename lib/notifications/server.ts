import 'server-only';
import type { Me } from '@/lib/account/types';
import { nothing, readRpc } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { log } from '@/lib/core/log';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient, type RequestClient } from '@/lib/core/supabase/server';
import { describer } from './describe';
import { type NotificationRow, notificationRow } from './rows';
import type { Notification } from './types';

/**
 * The signed-in person's notifications, newest first.
 *
 * @param me the signed-in person
 * @param before id of the last one of the previous page, or null for the first page
 */
export async function listNotifications(
  locale: Locale,
  me: Pick<Me, 'displayName'>,
  count: number,
  before: number | null = null,
): Promise<Notification[]> {
  const client = await createRequestClient();
  let query = client
    .from('notificaciones')
    .select('id,tipo,datos,leida_at,created_at')
    .order('id', { ascending: false })
    .limit(count);
  if (before !== null) query = query.lt('id', before);
  const data = await dataOf('notifications query', query);
  const rows = data.flatMap((raw) => {
    const parsed = notificationRow.safeParse(raw);
    if (!parsed.success) {
      // During a rollout a newer release may write a kind that this release does not support.
      log.warn({ notification: raw.id, kind: raw.tipo, problem: parsed.error.message }, 'notification not understood');
      return [];
    }
    return [parsed.data];
  });
  const describeRow = await describer(locale, me, await findPages(client, rows));
  return rows.map((row) => ({
    id: row.id,
    key: `n${row.id}`,
    at: row.created_at,
    isRead: row.leida_at !== null,
    ...describeRow(row),
  }));
}

/** The slugs of the products of notifications that have a page: on sale, and not archived since. */
async function findPages(client: RequestClient, rows: NotificationRow[]): Promise<Set<string>> {
  const slugs = rows.flatMap(({ datos }) => ('slug' in datos ? [datos.slug] : []));
  if (slugs.length === 0) return new Set();
  const data = await dataOf(
    'products of notifications query',
    client
      .from('productos')
      .select('slug')
      .in('slug', slugs)
      .eq('status', 'approved')
      .eq('oculto', false)
      .limit(slugs.length),
  );
  return new Set(data.map(({ slug }) => slug));
}

/** Marks all notifications of the signed-in person as read, and the shop's announcements as seen. */
export async function markAllRead(): Promise<void> {
  await readRpc(createRequestClient(), 'marcar_avisos_leidos', {}, nothing);
}
