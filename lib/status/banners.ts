import 'server-only';
import { z } from 'zod';
import { recently } from '@/lib/core/cache/recent';
import { deadlines } from '@/lib/core/http/deadlines';
import { createPublicClient } from '@/lib/core/supabase/server';
import type { Banner } from './types';

const most = 3;

/** A row of `anuncios` for display above the pages. */
export const bannerRow = z
  .object({
    id: z.coerce.number(),
    titulo: z.string(),
    titulo_en: z.string(),
    texto: z.string(),
    texto_en: z.string(),
    enlace: z.string().nullable(),
  })
  .transform(
    (row): Banner => ({
      id: row.id,
      es: { title: row.titulo, text: row.texto },
      en: { title: row.titulo_en, text: row.texto_en },
      href: row.enlace,
    }),
  );

async function readBanners(): Promise<Banner[] | null> {
  // RLS returns the current ones.
  const { data } = await createPublicClient()
    .from('anuncios')
    .select('id,titulo,titulo_en,texto,texto_en,enlace')
    .eq('en_barra', true)
    .order('inicio', { ascending: false })
    .limit(most)
    .abortSignal(AbortSignal.timeout(deadlines.switches));
  return data && z.array(bannerRow).parse(data);
}

const readKept = recently(readBanners, { fresh: 10_000, patience: 250 });

/**
 * The announcements above the pages, newest first. Each server reads them every ten seconds at most; while the database
 * does not answer, the last ones stay.
 */
export const getBanners = async (): Promise<Banner[]> => (await readKept()) ?? [];
