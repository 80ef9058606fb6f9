import 'server-only';
import { z } from 'zod';
import { inLanguage, names } from '@/lib/catalog/rows';
import type { Locale } from '@/lib/core/i18n/locales';
import { euroAmount } from '@/lib/core/money/euro-amount';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';

const offerRow = z.object({
  id: z.string(),
  precio: euroAmount,
  desde: z.string(),
  hasta: z.string(),
  descripcion: z.string(),
  cancelada_at: z.string().nullable(),
  productos: z.object(names),
  ediciones: z.object(names).nullable(),
});

export type OwnOffer = {
  id: string;
  name: string;
  edition: string | null;
  cents: number;
  from: string;
  to: string;
  description: string;
  state: 'planned' | 'running' | 'over';
};

function stateOf(from: string, to: string): OwnOffer['state'] {
  const now = Date.now();
  if (Date.parse(to) <= now) return 'over';
  return Date.parse(from) > now ? 'planned' : 'running';
}

/** The signed-in creator's offers with dates, newest first, up to 100. */
export async function listOffers(creatorId: string, locale: Locale): Promise<OwnOffer[]> {
  const data = await dataOf(
    'offers query',
    (await createRequestClient())
      .from('ofertas')
      .select(
        'id,precio,desde,hasta,descripcion,cancelada_at,productos!inner(nombre,nombre_en,usuario_id),ediciones(nombre,nombre_en)',
      )
      .eq('productos.usuario_id', creatorId)
      .order('desde', { ascending: false })
      .limit(100),
  );
  return z
    .array(offerRow)
    .parse(data)
    .map((row) => ({
      id: row.id,
      name: inLanguage(locale, row.productos.nombre, row.productos.nombre_en),
      edition: row.ediciones && inLanguage(locale, row.ediciones.nombre, row.ediciones.nombre_en),
      cents: row.precio,
      from: row.desde,
      to: row.hasta,
      description: row.descripcion,
      state: stateOf(row.desde, row.hasta),
    }));
}

const saleRow = z.object({
  id: z.string(),
  slug: z.string(),
  ...names,
  precio: euroAmount,
  ediciones: z.array(
    z.object({
      id: z.string(),
      ...names,
      precio: euroAmount,
      retirada: z.boolean(),
    }),
  ),
});

/** A product or edition for sale; `edition` is null for the product itself. */
export type ForSale = { productId: string; slug: string; editionId: string | null; name: string; cents: number };

/** The signed-in creator's products on sale and their editions, by name. */
export async function listForSale(creatorId: string, locale: Locale): Promise<ForSale[]> {
  const data = await dataOf(
    'own products query',
    (await createRequestClient())
      .from('productos')
      .select('id,slug,nombre,nombre_en,precio,ediciones(id,nombre,nombre_en,precio,retirada)')
      .eq('usuario_id', creatorId)
      .eq('status', 'approved')
      .eq('oculto', false)
      .order('nombre')
      .limit(1000),
  );
  return z
    .array(saleRow)
    .parse(data)
    .flatMap((row) => {
      const name = inLanguage(locale, row.nombre, row.nombre_en);
      return [
        { productId: row.id, slug: row.slug, editionId: null, name, cents: row.precio },
        ...row.ediciones
          .filter(({ retirada }) => !retirada)
          .map((edition) => ({
            productId: row.id,
            slug: row.slug,
            editionId: edition.id,
            name: `${name} · ${inLanguage(locale, edition.nombre, edition.nombre_en)}`,
            cents: edition.precio,
          })),
      ];
    });
}
