import 'server-only';
import { z } from 'zod';
import { inLanguage, names } from '@/lib/catalog/rows';
import { saleSources } from '@/lib/catalog/sale-source';
import { callRpc, messageOf, readRpc } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { log } from '@/lib/core/log';
import { createRequestClient } from '@/lib/core/supabase/server';
import { isUuid } from '@/lib/core/uuid';
import {
  type Sale,
  type SaleCursor,
  type SaleDetail,
  type SaleFilter,
  type SaleTotals,
  type SoldBy,
  saleStates,
} from './types';

type Client = ReturnType<typeof createRequestClient>;

const cents = z.coerce.number().int();

const saleRow = z.object({
  id: z.coerce.number(),
  created_at: z.string(),
  pedido: z.string(),
  producto_id: z.string().nullable(),
  ...names,
  slug: z.string().nullable(),
  edicion: z.string().nullable(),
  edicion_en: z.string().nullable(),
  paquete: z.string().nullable(),
  paquete_en: z.string().nullable(),
  regalo: z.boolean(),
  metodo: z.enum(['tarjeta', 'paypal', 'uncoins', 'gratis']),
  precio_centimos: cents,
  oferta_centimos: cents,
  club_centimos: cents,
  cupon_centimos: cents,
  mejora_centimos: cents,
  recargo_centimos: cents,
  pagado_centimos: cents,
  porcentaje: z.number().nullable(),
  parte_centimos: cents,
  parte_entera_centimos: cents,
  neto_centimos: cents,
  disputa_centimos: cents,
  libre_at: z.string(),
  estado: z.enum(saleStates),
});

const toSale = (row: z.output<typeof saleRow>, locale: Locale): Sale => ({
  id: row.id,
  orderId: row.pedido,
  at: row.created_at,
  productId: row.producto_id,
  name: inLanguage(locale, row.nombre, row.nombre_en),
  slug: row.slug,
  edition: row.edicion && inLanguage(locale, row.edicion, row.edicion_en),
  bundle: row.paquete && inLanguage(locale, row.paquete, row.paquete_en),
  isGift: row.regalo,
  method: row.metodo,
  listCents: row.precio_centimos,
  offerCents: row.oferta_centimos,
  clubCents: row.club_centimos,
  couponCents: row.cupon_centimos,
  upgradeCents: row.mejora_centimos,
  surchargeCents: row.recargo_centimos,
  paidCents: row.pagado_centimos,
  percent: row.porcentaje,
  shareCents: row.parte_centimos,
  fullShareCents: row.parte_entera_centimos,
  netCents: row.neto_centimos,
  disputeCents: row.disputa_centimos,
  heldUntil: row.libre_at,
  state: row.estado,
});

const toArguments = ({ product, state, discount, from, to }: SaleFilter) => ({
  p_producto: product,
  p_estado: state,
  p_descuento: discount,
  p_desde: from,
  p_hasta: to,
});

/**
 * A page of the signed-in creator's sales, newest first.
 *
 * @param after the last sale of the previous page; null for the first page
 * @param count up to 1,000
 * @returns the sales and the next cursor; null if there is none
 */
export async function listSales(
  filter: SaleFilter,
  locale: Locale,
  after: SaleCursor | null,
  count = 50,
  client: Client = createRequestClient(),
): Promise<{ sales: Sale[]; next: SaleCursor | null }> {
  const asked = {
    ...toArguments(filter),
    p_antes_at: after?.at ?? null,
    p_antes: after?.id ?? null,
    p_limite: count,
  };
  const { ventas } = await readRpc(
    client,
    'mis_ventas',
    asked,
    z.object({ ok: z.literal(true), ventas: z.array(saleRow) }),
  );
  const last = ventas.at(-1);
  const next = last && ventas.length === count ? { at: last.created_at, id: last.id } : null;
  return { sales: ventas.map((row) => toSale(row, locale)), next };
}

/**
 * All sales of a filter, page by page, newest first.
 *
 * @param client of the request: a streaming response cannot create one
 * @throws if a page cannot be read, so that a truncated file does not look complete
 */
export async function* everySale(filter: SaleFilter, locale: Locale, client: Client): AsyncGenerator<Sale[], void> {
  let after: SaleCursor | null = null;
  do {
    const page: Awaited<ReturnType<typeof listSales>> = await listSales(filter, locale, after, 1_000, client);
    yield page.sales;
    after = page.next;
  } while (after);
}

const totalsRow = z
  .object({ ventas: cents, pagado_centimos: cents, parte_centimos: cents, neto_centimos: cents })
  .transform(
    (row): SaleTotals => ({
      count: row.ventas,
      paidCents: row.pagado_centimos,
      shareCents: row.parte_centimos,
      netCents: row.neto_centimos,
    }),
  );

/**
 * The totals of all sales of a filter, in cents.
 *
 * @returns null if they are unavailable, for example after a statement timeout
 */
export async function getSaleTotals(filter: SaleFilter): Promise<SaleTotals | null> {
  return readRpc(createRequestClient(), 'mis_ventas_totales', toArguments(filter), totalsRow).catch((problem) => {
    log.error({ error: messageOf(problem) }, 'sales were not summed up');
    return null;
  });
}

const sourceRow = z.object({ fuente: z.enum(saleSources).nullable(), etiqueta: z.string().nullable() });
const soldByRow = z.object({
  procedencias: z.array(sourceRow.extend({ ventas: cents, pagado_centimos: cents, neto_centimos: cents })),
});

/**
 * The signed-in creator's sales by source, of one product or all, between days in Spain; best-selling first.
 *
 * @returns null if they are unavailable, for example after a statement timeout
 */
export async function listSaleSources(filter: Pick<SaleFilter, 'product' | 'from' | 'to'>): Promise<SoldBy[] | null> {
  const asked = { p_producto: filter.product, p_desde: filter.from, p_hasta: filter.to };
  try {
    const { procedencias } = await readRpc(createRequestClient(), 'mis_procedencias', asked, soldByRow);
    return procedencias.map((row) => ({
      source: row.fuente,
      tag: row.etiqueta,
      count: row.ventas,
      paidCents: row.pagado_centimos,
      netCents: row.neto_centimos,
    }));
  } catch (problem) {
    log.error({ error: messageOf(problem) }, 'the sources of sales were not read');
    return null;
  }
}

const detailRow = z.object({
  venta: saleRow,
  procedencia: sourceRow.nullable(),
  movimientos: z.array(
    z.object({
      id: z.coerce.number(),
      centimos: cents,
      concepto: z.enum(['venta', 'reembolso', 'disputa', 'disputa_ganada']),
      created_at: z.string(),
    }),
  ),
  devoluciones: z.array(z.object({ id: z.string(), hecho_at: z.string(), motivo: z.string().nullable() })),
  disputas: z.array(
    z.object({
      id: z.string(),
      fase: z.enum(['abierta', 'sin_decidir', 'perdida', 'ganada']),
      abierta_at: z.string(),
    }),
  ),
});

/** One sale of the signed-in creator with its movements; null if there is none. */
export async function getSale(orderId: string, locale: Locale): Promise<SaleDetail | null> {
  if (!isUuid(orderId)) return null;
  const found = await callRpc(createRequestClient(), 'mi_venta', { p_pedido: orderId }, ['no_existe'], detailRow);
  if (!found.ok) {
    if (found.error === 'no_existe') return null;
    throw new Error(`the sale could not be read: ${found.error}`);
  }
  const { venta, procedencia, movimientos, devoluciones, disputas } = found.value;
  return {
    sale: toSale(venta, locale),
    source: procedencia?.fuente ?? null,
    tag: procedencia?.etiqueta ?? null,
    movements: movimientos.map(({ id, centimos, concepto, created_at }) => ({
      id,
      cents: centimos,
      concept: concepto,
      at: created_at,
    })),
    refunds: devoluciones.map(({ id, hecho_at, motivo }) => ({ id, at: hecho_at, reason: motivo })),
    disputes: disputas.map(({ id, fase, abierta_at }) => ({ id, at: abierta_at, phase: fase })),
  };
}
