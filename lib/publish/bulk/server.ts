import 'server-only';
import { z } from 'zod';
import { inLanguage, names } from '@/lib/catalog/rows';
import type { Locale } from '@/lib/core/i18n/locales';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import { isUuid } from '@/lib/core/uuid';
import { type ChosenProduct, mostAtOnce } from './types';

const row = z.object({ id: z.string(), ...names });

/** Ids of the products in an address (`producto`, any number of times); the first fifty. */
export function chosenIds(named: string | string[] | undefined): string[] {
  const ids = [named ?? []].flat().filter((id) => isUuid(id));
  return [...new Set(ids)].slice(0, mostAtOnce);
}

/** The creator's products among these, by name. */
export async function listChosen(creatorId: string, ids: string[], locale: Locale): Promise<ChosenProduct[]> {
  if (ids.length === 0) return [];
  const data = await dataOf(
    'chosen products query',
    (await createRequestClient())
      .from('productos')
      .select('id,nombre,nombre_en')
      .eq('usuario_id', creatorId)
      .in('id', ids)
      .order('nombre')
      .limit(mostAtOnce),
  );
  return z
    .array(row)
    .parse(data)
    .map(({ id, nombre, nombre_en }) => ({ id, name: inLanguage(locale, nombre, nombre_en) }));
}
