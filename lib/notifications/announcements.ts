import 'server-only';
import { z } from 'zod';
import { inLanguage } from '@/lib/catalog/rows';
import { readRpc } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { createRequestClient } from '@/lib/core/supabase/server';
import type { Notification } from './types';

const row = z.object({
  id: z.number(),
  titulo: z.string(),
  titulo_en: z.string(),
  texto: z.string(),
  texto_en: z.string(),
  enlace: z.string().nullable(),
  inicio: z.string(),
  visto: z.boolean(),
});

/** Current announcements, as entries of the signed-in person's notifications. */
export async function listAnnouncements(locale: Locale): Promise<Notification[]> {
  const found = await readRpc(createRequestClient(), 'mis_anuncios', {}, z.array(row));
  return found.map((item) => ({
    id: item.id,
    key: `a${item.id}`,
    text: inLanguage(locale, item.titulo, item.titulo_en),
    detail: inLanguage(locale, item.texto, item.texto_en),
    href: item.enlace ?? '/profile/notifications',
    at: item.inicio,
    isRead: item.visto,
  }));
}

/** Merges lists, newest first. */
export const inOrder = (...lists: Notification[][]): Notification[] =>
  lists.flat().sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
