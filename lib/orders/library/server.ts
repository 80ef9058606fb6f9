import 'server-only';
import { z } from 'zod';
import { categories } from '@/lib/catalog/categories';
import { inLanguage, names } from '@/lib/catalog/rows';
import { toVersion, versionRow } from '@/lib/catalog/versions';
import { readRpc } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { cursorText, pageOf, parseCursor } from '@/lib/core/supabase/cursor';
import { createRequestClient } from '@/lib/core/supabase/server';
import { downloadStates, orderOrigins } from '@/lib/orders/types';
import type { LibraryItem, LibraryPage } from './types';

const itemRow = z.object({
  id: z.string(),
  created_at: z.string(),
  origen: z.enum(orderOrigins),
  minecraft_name: z.string().nullable(),
  slug: z.string().nullable(),
  ...names,
  acerca_de: z.string(),
  acerca_de_en: z.string().nullable(),
  category: z.enum(categories),
  fecha_lanzamiento: z.string().nullable(),
  portada_url: z.string(),
  portada_blur: z.string().nullable(),
  edicion: z.string().nullable(),
  edicion_en: z.string().nullable(),
  estado: z.enum(downloadStates).exclude(['revocado']),
  versiones: z.array(versionRow),
});

/**
 * One page of the signed-in person's library, newest first.
 *
 * @param after the `next` of the previous page; any other value returns the first page
 */
export async function getLibrary(locale: Locale, after: string | null, limit: number): Promise<LibraryPage> {
  const [moment, id] = parseCursor(after) ?? [null, null];
  const asked = { p_antes_at: moment, p_antes: id, p_limite: limit + 1 };
  const rows = await readRpc(createRequestClient(), 'mi_biblioteca', asked, z.array(itemRow));
  const { shown, next } = pageOf(rows, limit, ({ created_at, id: row }) => cursorText(created_at, row));
  return { items: shown.map((row) => toItem(row, locale)), next };
}

const toItem = (row: z.output<typeof itemRow>, locale: Locale): LibraryItem => ({
  id: row.id,
  slug: row.slug,
  name: inLanguage(locale, row.nombre, row.nombre_en),
  edition: row.edicion && inLanguage(locale, row.edicion, row.edicion_en),
  about: inLanguage(locale, row.acerca_de, row.acerca_de_en),
  category: row.category,
  coverUrl: row.portada_url,
  coverBlur: row.portada_blur,
  origin: row.origen,
  minecraftName: row.minecraft_name,
  releaseDate: row.fecha_lanzamiento,
  download: row.estado,
  versions: row.versiones.map((version) => toVersion(version, locale)),
});
