import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { createRequestClient } from '@/lib/core/supabase/server';
import { choiceRow, toOwnChoice } from './own-choice';
import type { OwnChoices, OwnUse, ProductDraft } from './types';

const answer = z.object({
  mas: z.boolean(),
  productos: z.array(choiceRow.extend({ elegido: z.boolean() })),
});

type Wanted = {
  use: OwnUse;
  /** Part of the name; without it the first by name. */
  text?: string;
  /** Chosen products, which are always included; at most 60. */
  chosen?: string[];
  /** The product that is being edited. */
  without?: string | null;
};

/**
 * The signed-in creator's products for a bundle or as base of an extension: up to twenty by name, and the chosen ones.
 *
 * @throws if they cannot be read
 */
export async function findOwnChoices(
  locale: Locale,
  { use, text = '', chosen = [], without = null }: Wanted,
): Promise<OwnChoices> {
  const row = await readRpc(
    createRequestClient(),
    'mis_productos_para',
    { p_para: use, p_texto: text, p_elegidos: chosen, p_sin: without, p_ingles: locale === 'en' },
    answer,
  );
  const choices = (isChosen: boolean) =>
    row.productos.filter(({ elegido }) => elegido === isChosen).map((product) => toOwnChoice(locale, product));
  return { found: choices(false), chosen: choices(true), isMore: row.mas };
}

/**
 * Initial choices of the product form: the first of both kinds, and those chosen in its drafts.
 *
 * @param drafts the product and its stored draft
 */
export async function startOwnChoices(
  locale: Locale,
  drafts: ProductDraft[],
  without: string | null = null,
): Promise<Record<OwnUse, OwnChoices>> {
  const packed = drafts.flatMap(({ bundles }) => bundles.flatMap(({ productIds }) => productIds));
  const bases = drafts.flatMap(({ baseId }) => (baseId ? [baseId] : []));
  const [pack, base] = await Promise.all([
    findOwnChoices(locale, { use: 'pack', chosen: [...new Set(packed)], without }),
    findOwnChoices(locale, { use: 'base', chosen: bases, without }),
  ]);
  return { pack, base };
}
