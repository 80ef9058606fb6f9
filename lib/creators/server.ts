import 'server-only';
import { z } from 'zod';
import { inLanguage } from '@/lib/catalog/rows';
import { productStatuses } from '@/lib/catalog/types';
import { readRpc, readRpcRows } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { euroAmount } from '@/lib/core/money/euro-amount';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import { type ProductView, productsPerPage } from './sort';
import type { Span } from './spans';
import {
  type CreatorBalance,
  type CreatorDay,
  type CreatorPanel,
  type CreatorProduct,
  type Movement,
  movementConcepts,
  type StatementBalance,
  type VisitSources,
  type Withdrawal,
  withdrawalStates,
} from './types';

const count = z.coerce.number().int();

const productRow = z.object({
  id: z.string(),
  slug: z.string(),
  nombre: z.string(),
  nombre_en: z.string().nullable(),
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
const panelPageRow = panelRow.extend({ total: count, hallados: count, visitas: count, pedidos: count });

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
  };
}

/** All products of the signed-in creator with all-time and recent figures, and the days of the span: for a file. */
export async function getPanel(days: Span, locale: Locale): Promise<Pick<CreatorPanel, 'products' | 'days'>> {
  const panel = await readRpc(createRequestClient(), 'mi_panel', { p_dias: days }, panelRow);
  return { products: panel.productos.map((row) => toProduct(row, locale)), days: panel.dias };
}

/**
 * One page of the signed-in creator's products with all-time and recent figures, what all of them come to, and the days
 * of the span.
 *
 * @param view the order, the state and the page, from 1; null for the newest ones
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

/** Where the visitors of the signed-in creator's products came from in a span. */
export async function getVisitSources(days: Span): Promise<VisitSources> {
  return readRpc(createRequestClient(), 'mis_fuentes', { p_dias: days }, sourcesRow);
}

const balanceRow = z
  .object({
    total_centimos: count,
    retenido_centimos: count,
    disponible_centimos: count,
    reservado_centimos: count,
    pagado_centimos: count,
    deuda_centimos: count,
    en_disputa_centimos: count,
    proximo_at: z.string().nullable(),
    dias_retencion: count,
  })
  .transform(
    (row): CreatorBalance => ({
      totalCents: row.total_centimos,
      heldCents: row.retenido_centimos,
      availableCents: row.disponible_centimos,
      reservedCents: row.reservado_centimos,
      paidCents: row.pagado_centimos,
      debtCents: row.deuda_centimos,
      disputedCents: row.en_disputa_centimos,
      nextAt: row.proximo_at,
      holdingDays: row.dias_retencion,
    }),
  );

/** What the signed-in creator has earned and may withdraw (docs/payments.md, "Creators' money"). */
export async function getBalance(): Promise<CreatorBalance> {
  return readRpc(createRequestClient(), 'mi_saldo', {}, balanceRow);
}

const withdrawalRow = z
  .object({
    id: z.string(),
    amount: euroAmount,
    paypal_email: z.string(),
    estado: z.enum(withdrawalStates),
    motivo: z.string().nullable(),
    created_at: z.string(),
    pagado_at: z.string().nullable(),
  })
  .transform(
    (row): Withdrawal => ({
      id: row.id,
      amountCents: row.amount,
      paypalEmail: row.paypal_email,
      state: row.estado,
      reason: row.motivo,
      createdAt: row.created_at,
      paidAt: row.pagado_at,
    }),
  );

/** The signed-in creator's last 50 withdrawals, newest first. */
export async function listWithdrawals(userId: string): Promise<Withdrawal[]> {
  const data = await dataOf(
    'withdrawals query',
    (await createRequestClient())
      .from('withdrawals')
      .select('id,amount,paypal_email,estado,motivo,created_at,pagado_at')
      .eq('usuario_id', userId)
      .order('created_at', { ascending: false })
      .limit(50),
  );
  return z.array(withdrawalRow).parse(data);
}

const movementRow = z
  .object({
    id: z.coerce.number(),
    centimos: count,
    concepto: z.enum(movementConcepts),
    created_at: z.string(),
    pedido: z.string().nullable(),
    producto: z.string().nullable(),
    retiro: z.string().nullable(),
  })
  .transform(
    (row): Movement => ({
      id: row.id,
      cents: row.centimos,
      concept: row.concepto,
      createdAt: row.created_at,
      orderId: row.pedido,
      product: row.producto,
      withdrawalId: row.retiro,
    }),
  );

/**
 * Movements of the signed-in creator's money, newest first, each with its order or withdrawal.
 *
 * @param range days in Spain, `YYYY-MM-DD`: `from` included and `to` excluded; null leaves that side open
 */
export async function listMovements(
  range: { from: string | null; to: string | null },
  limit = 200,
): Promise<Movement[]> {
  const asked = { p_desde: range.from, p_hasta: range.to, p_limite: limit };
  return readRpc(createRequestClient(), 'mis_movimientos', asked, z.array(movementRow));
}

/** Every movement of the signed-in creator's money in a time, oldest first. Takes the same range as `listMovements`. */
export async function listAllMovements(range: { from: string; to: string }): Promise<Movement[]> {
  const asked = { p_desde: range.from, p_hasta: range.to, p_limite: null };
  const movements = await readRpcRows(createRequestClient(), 'mis_movimientos', asked, 'id', movementRow);
  return movements.sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id);
}

const statementRow = z
  .object({ apertura_centimos: count, cierre_centimos: count })
  .transform((row): StatementBalance => ({ openingCents: row.apertura_centimos, closingCents: row.cierre_centimos }));

/** The signed-in creator's balance when the day `from` begins and when the day `to` does, in Spain (`YYYY-MM-DD`). */
export async function getStatementBalance(range: { from: string; to: string }): Promise<StatementBalance> {
  const asked = { p_desde: range.from, p_hasta: range.to };
  return readRpc(createRequestClient(), 'mi_extracto', asked, statementRow);
}
