import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { pageOf } from '@/lib/core/supabase/cursor';
import { createRequestClient } from '@/lib/core/supabase/server';
import { bannerRow } from '@/lib/status/banners';
import type { Banner } from '@/lib/status/types';
import type { AnnouncementForm } from './announcement-form';

/** States of an announcement: `programado` is before its start, `terminado` after its end. */
const announcementStates = ['borrador', 'programado', 'publicado', 'terminado', 'detenido'] as const;

const row = z
  .object({
    id: z.number(),
    titulo: z.string(),
    titulo_en: z.string(),
    texto: z.string(),
    texto_en: z.string(),
    enlace: z.string().nullable(),
    desde: z.string(),
    hasta: z.string(),
    en_barra: z.boolean(),
    por_correo: z.boolean(),
    correos: z.number(),
    version: z.number(),
    estado: z.enum(announcementStates),
  })
  .transform((item) => ({
    id: item.id,
    version: item.version,
    state: item.estado,
    mailed: item.correos,
    form: {
      titleEs: item.titulo,
      titleEn: item.titulo_en,
      textEs: item.texto,
      textEn: item.texto_en,
      href: item.enlace ?? '',
      from: item.desde,
      to: item.hasta,
      banner: item.en_barra,
      mail: item.por_correo,
    } satisfies AnnouncementForm,
  }));

export type AdminAnnouncement = z.output<typeof row>;

/**
 * One page of announcements, newest first.
 *
 * @param before id of the last one of the previous page; null for the first page
 */
export async function listAnnouncements(before: number | null) {
  const answer = z.object({ anuncios: z.array(row) });
  const { anuncios } = await readRpc(createRequestClient(), 'admin_anuncios', { p_antes: before }, answer);
  return pageOf(anuncios, 50, ({ id }) => id);
}

/**
 * The announcements that pages show at a moment.
 *
 * @param moment in Spanish time, `YYYY-MM-DDTHH:MM`; null is now
 */
export async function bannersAt(moment: string | null): Promise<Banner[]> {
  const answer = z.object({ anuncios: z.array(bannerRow) });
  return (await readRpc(createRequestClient(), 'admin_anuncios_en', { p_momento: moment }, answer)).anuncios;
}
