import 'server-only';
import { z } from 'zod';
import { inLanguage, names } from '@/lib/catalog/rows';
import { productStatuses } from '@/lib/catalog/types';
import { readRpc } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { createRequestClient } from '@/lib/core/supabase/server';
import { type ProductView, productsPerPage } from './sort';
import type { Span } from './spans';
import type { CreatorDay, CreatorPanel, CreatorProduct, VisitSources } from './types';

const count = z.coerce.number().int();

const productRow = z.object({
  id: z.string(),
  slug: z.string(),
  ...names,
  status: z.enum(productStatuses),
  portada_url: z.string(),
  portada_blur: z.string().nullable(),
  visitas: count,
  pedidos: count,
  ingresos_centimos: count,
  visitas_recientes: count,
  pedidos_recientes: count,
  ingresos_recientes_centimos: count,
  cambios_en_revision: z.boolean(),
  cambios_pedidos: z.boolean(),
});

const dayRow = z.object({ dia: z.string(), visitas: count, pedidos: count, ingresos_centimos: count }).transform(
  (row): CreatorDay => ({
    day: row.dia,
    views: row.visitas,
    orders: row.pedidos,
    revenueCents: row.ingresos_centimos,
  }),
);

const panelRow = z.object({ productos: z.array(productRow), dias: z.array(dayRow) });
const panelPageRow = panelRow.extend({
  ha_publicado: z.boolean(),
  total: count,
  hallados: count,
  visitas: count,
  pedidos: count,
});

function toProduct(row: z.output<typeof productRow>, locale: Locale): CreatorProduct {
  return {
    id: row.id,
    slug: row.slug,
    name: inLanguage(locale, row.nombre, row.nombre_en),
    status: row.status,
    coverUrl: row.portada_url,
    coverBlur: row.portada_blur,
    views: row.visitas,
    orders: row.pedidos,
    revenueCents: row.ingresos_centimos,
    recentViews: row.visitas_recientes,
    recentOrders: row.pedidos_recientes,
    recentRevenueCents: row.ingresos_recientes_centimos,
    hasPendingChange: row.cambios_en_revision,
    hasChangesAsked: row.cambios_pedidos,
  };
}

/** All products of the signed-in creator with total and recent figures, and the days of the span, for a file. */
export async function getPanel(days: Span, locale: Locale): Promise<Pick<CreatorPanel, 'products' | 'days'>> {
  const panel = await readRpc(createRequestClient(), 'mi_panel', { p_dias: days }, panelRow);
  return { products: panel.productos.map((row) => toProduct(row, locale)), days: panel.dias };
}

/**
 * One page of the signed-in creator's products with total and recent figures, the totals of all products, and the days
 * of the span.
 *
 * @param view order, state and page, from 1; null for the newest ones
 */
export async function getPanelPage(
  days: Span,
  locale: Locale,
  view: ProductView | null,
  limit = productsPerPage,
): Promise<CreatorPanel> {
  const asked = {
    p_dias: days,
    p_orden: view?.sort ?? null,
    p_baja: view?.descending ?? true,
    p_estado: view?.status ?? null,
    p_despues: ((view?.page ?? 1) - 1) * limit,
    p_limite: limit,
    p_ingles: locale === 'en',
  };
  const panel = await readRpc(createRequestClient(), 'mi_panel_pagina', asked, panelPageRow);
  return {
    products: panel.productos.map((row) => toProduct(row, locale)),
    days: panel.dias,
    hasPublished: panel.ha_publicado,
    hasProducts: panel.total > 0,
    found: panel.hallados,
    views: panel.visitas,
    orders: panel.pedidos,
  };
}

const sourcesRow = z
  .object({ total: count, fuentes: z.array(z.object({ fuente: z.string().nullable(), visitas: count })) })
  .transform(
    (row): VisitSources => ({
      total: row.total,
      top: row.fuentes.map(({ fuente, visitas }) => ({ source: fuente, views: visitas })),
    }),
  );

/** The sources of the signed-in creator's visitors in a span. */
export async function getVisitSources(days: Span): Promise<VisitSources> {
  return readRpc(createRequestClient(), 'mis_fuentes', { p_dias: days }, sourcesRow);
}
