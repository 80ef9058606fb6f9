import 'server-only';
import { z } from 'zod';
import { inLanguage, names } from '@/lib/catalog/rows';
import { readRpc } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { createRequestClient } from '@/lib/core/supabase/server';

const answer = z.object({
  fijados: z.array(z.string()),
  productos: z.array(z.object({ id: z.string(), ...names })),
});

/** The ids of the pinned products of the signed-in creator's profile, and all of their products on sale by name. */
export async function getPinned(
  locale: Locale,
): Promise<{ pinned: string[]; products: Array<{ id: string; name: string }> }> {
  const { fijados, productos } = await readRpc(createRequestClient(), 'mis_fijados', {}, answer);
  return {
    pinned: fijados,
    products: productos.map(({ id, nombre, nombre_en }) => ({ id, name: inLanguage(locale, nombre, nombre_en) })),
  };
}
