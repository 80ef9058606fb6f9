import 'server-only';
import { getTranslations } from 'next-intl/server';
import { inLanguage } from '@/lib/catalog/rows';
import { nothing, readRpc } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { formatCents } from '@/lib/core/money';
import { createRequestClient } from '@/lib/core/supabase/server';
import { type Named, type NotificationRow, notificationRow } from './rows';
import type { Notification } from './types';

async function describer(locale: Locale) {
  const t = await getTranslations({ locale, namespace: 'notifications' });
  const states = await getTranslations({ locale, namespace: 'profile.reputations' });
  const nameOf = (data: Named) => inLanguage(locale, data.nombre, data.nombre_en ?? null);
  return ({ tipo, datos }: NotificationRow): { text: string; href: string } => {
    switch (tipo) {
      case 'producto_nuevo':
        return { text: t(tipo, { creator: datos.de, name: nameOf(datos) }), href: `/p/${datos.slug}` };
      case 'version_nueva':
        return {
          text: t(tipo, { version: datos.version, name: nameOf(datos) }),
          href: `/profile/order/${datos.pedido_id}`,
        };
      case 'regalo':
        return { text: t(tipo, { from: datos.de, name: nameOf(datos) }), href: `/profile/order/${datos.pedido_id}` };
      case 'reserva':
        return { text: t(tipo, { name: nameOf(datos) }), href: `/profile/order/${datos.pedido_id}` };
      case 'reputacion':
        return { text: t(tipo, { state: states(datos.despues), reason: datos.motivo }), href: '/profile' };
      case 'revision':
        return { text: t(datos.aprobada ? 'approved' : 'rejected', { name: nameOf(datos) }), href: '/dashboard' };
      case 'retiro':
        return {
          text: t(datos.estado === 'pagado' ? 'paid' : 'notPaid', { amount: formatCents(datos.centimos, locale) }),
          href: '/dashboard',
        };
      case 'resena':
        return {
          text: t(tipo, { name: nameOf(datos), stars: datos.estrellas }),
          href: `/p/${datos.slug}#reviews`,
        };
      case 'segundo_factor':
        return {
          text: t(`segundo_factor.${datos.estado}`, { app: datos.app, left: datos.quedan, reason: datos.motivo }),
          href: '/profile/two-factor',
        };
      case 'favorito':
        return {
          text: t(`favorito.${datos.motivo}`, {
            name: nameOf(datos),
            price: formatCents(datos.oferta_centimos ?? 0, locale),
            before: formatCents(datos.precio_centimos ?? 0, locale),
          }),
          href: `/p/${datos.slug}`,
        };
      case 'respuesta':
        return { text: t(tipo, { name: nameOf(datos) }), href: `/p/${datos.slug}#reviews` };
    }
  };
}

/**
 * The signed-in person's notifications, newest first.
 *
 * @param before id of the last one of the page before, or null for the first page
 */
export async function listNotifications(
  locale: Locale,
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
  const { data, error } = await query;
  if (error) throw new Error(`notifications query failed: ${error.message}`);
  const tell = await describer(locale);
  // A notification whose product no longer exists is left out.
  return data.flatMap((raw) => {
    const parsed = notificationRow.safeParse(raw);
    if (!parsed.success) return [];
    const { id, created_at, leida_at } = parsed.data;
    return [{ id, at: created_at, isRead: leida_at !== null, ...tell(parsed.data) }];
  });
}

/** Marks all notifications of the signed-in person as read. */
export async function markAllRead(): Promise<void> {
  await readRpc(createRequestClient(), 'marcar_avisos_leidos', {}, nothing);
}
