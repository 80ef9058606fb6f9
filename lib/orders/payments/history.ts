import 'server-only';
import { z } from 'zod';
import { inLanguage } from '@/lib/catalog/rows';
import { quoteLine } from '@/lib/checkout/rows';
import type { QuoteLine } from '@/lib/checkout/types';
import type { Locale } from '@/lib/core/i18n/locales';
import { afterCursor, cursorText, pageOf, parseCursor } from '@/lib/core/supabase/cursor';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import { reasonFor } from '@/lib/payments/gift';
import { invoiceNumber } from '@/lib/payments/invoice-number';
import { leftOf } from '@/lib/payments/left';
import { type Method, methods, type PageProvider } from '@/lib/payments/methods';
import { providerName } from '@/lib/payments/rows';
import { type DisputePhase, disputePhases, paymentStates, type RefundState, refundStates } from '@/lib/payments/states';
import type { TimelineFacts } from './timeline';

export type PaymentSummary = {
  id: string;
  name: string;
  edition: string | null;
  totalCents: number;
  state: TimelineFacts['state'];
  /** Whether it waits for money that a slow method has sent. */
  isOnItsWay: boolean;
  createdAt: string;
};

export type PaymentRefund = {
  id: string;
  state: RefundState;
  cents: number;
  /** Null if it was made at the provider without a reason. */
  reason: string | null;
  /** The provider's own words, for admins. */
  problem: string | null;
  askedAt: string;
  /** When the provider made it; until that is known, when it was ordered here. */
  madeAt: string;
  /** When its present state began. */
  at: string;
};

export type PaymentDispute = {
  id: string;
  phase: DisputePhase;
  cents: number;
  reason: string | null;
  openedAt: string;
  dueAt: string | null;
};

export type PaymentDetail = PaymentSummary &
  Omit<TimelineFacts, 'refunds'> & {
    method: Method;
    reference: string | null;
    lines: QuoteLine[];
    lowestCents: number | null;
    isRecharge: boolean;
    /** Whom it is a gift for. */
    recipient: string | null;
    /** Null for a pack of UnCoins, and for a gift: its recipient says it. */
    minecraftName: string | null;
    /** When the buyer agreed to be delivered at once; null where that was not asked. */
    agreedAt: string | null;
    orderIds: string[];
    /** Every refund, ordered here or made at the provider, oldest first. */
    refunds: PaymentRefund[];
    disputes: PaymentDispute[];
    /** The credit notes of its invoice and the documents that cancel them, by number. */
    creditNotes: { id: string; number: string; undoes: boolean }[];
    /** Cents, or coins, that may still be given back. */
    refundableCents: number;
    /** Why it was not delivered; the money is refunded. */
    reason: string | null;
  };

const names = z.object({ nombre: z.string(), nombre_en: z.string().nullable() }).nullish();

const summaryColumns =
  'id,estado,pendiente_at,total_centimos,presupuesto,creado_at,productos!pagos_producto_id_fkey(nombre,nombre_en),bundles(nombre,nombre_en)';
/** The columns of a payment with its whole history. */
export const paymentColumns =
  `${summaryColumns},metodo,proveedor,referencia,minecraft_name,consentimiento_at,user_id,destinatario_id,motivo_no_entregado,confirmado_at,pagado_at,entregado_at,revertido_at,adquisiciones(id),reembolsos(id,estado,centimos,motivo,error,created_at,proveedor_at,hecho_at,fallido_at),disputas(id,fase,centimos,motivo,abierta_at,vence_at),facturas(id,serie,numero,rectifica,anula),destinatario:usuarios_meta!pagos_destinatario_id_fkey(display_name)` as const;

const summaryRow = z.object({
  id: z.string(),
  estado: z.enum(paymentStates),
  pendiente_at: z.string().nullable(),
  total_centimos: z.coerce.number().int(),
  creado_at: z.string(),
  presupuesto: z.object({
    nombre: z.string(),
    edicion: z.string().nullish(),
    es_recarga: z.boolean().nullish(),
    lineas: z.array(quoteLine),
    minimo_30_dias_centimos: z.coerce.number().int().nullish(),
  }),
  productos: names,
  bundles: names,
});

const refund = z
  .object({
    id: z.string(),
    estado: z.enum(refundStates),
    centimos: z.coerce.number().int(),
    motivo: z.string().nullable(),
    error: z.string().nullable(),
    created_at: z.string(),
    proveedor_at: z.string().nullable(),
    hecho_at: z.string().nullable(),
    fallido_at: z.string().nullable(),
  })
  .transform(
    (row): PaymentRefund => ({
      id: row.id,
      state: row.estado,
      cents: row.centimos,
      reason: row.motivo,
      problem: row.error,
      askedAt: row.created_at,
      madeAt: row.proveedor_at ?? row.created_at,
      at: row.fallido_at ?? row.hecho_at ?? row.created_at,
    }),
  );

const dispute = z
  .object({
    id: z.string(),
    fase: z.enum(disputePhases),
    centimos: z.coerce.number().int(),
    motivo: z.string().nullable(),
    abierta_at: z.string(),
    vence_at: z.string().nullable(),
  })
  .transform(
    (row): PaymentDispute => ({
      id: row.id,
      phase: row.fase,
      cents: row.centimos,
      reason: row.motivo,
      openedAt: row.abierta_at,
      dueAt: row.vence_at,
    }),
  );

const invoice = z.object({
  id: z.string(),
  serie: z.string(),
  numero: z.coerce.number().int(),
  rectifica: z.string().nullable(),
  anula: z.string().nullable(),
});

const detailRow = summaryRow.extend({
  metodo: z.enum(methods),
  proveedor: providerName,
  referencia: z.string().nullable(),
  minecraft_name: z.string().nullable(),
  consentimiento_at: z.string().nullable(),
  user_id: z.string(),
  destinatario_id: z.string(),
  motivo_no_entregado: z.string().nullable(),
  confirmado_at: z.string().nullable(),
  pagado_at: z.string().nullable(),
  entregado_at: z.string().nullable(),
  revertido_at: z.string().nullable(),
  adquisiciones: z.array(z.object({ id: z.string() })),
  reembolsos: z.array(refund),
  disputas: z.array(dispute),
  facturas: z.array(invoice),
  destinatario: z.object({ display_name: z.string() }).nullish(),
});

function toSummary(row: z.output<typeof summaryRow>, locale: Locale): PaymentSummary {
  const named = row.productos ?? row.bundles;
  return {
    id: row.id,
    name: named ? inLanguage(locale, named.nombre, named.nombre_en) : row.presupuesto.nombre,
    edition: row.presupuesto.edicion ?? null,
    totalCents: row.total_centimos,
    state: row.estado,
    isOnItsWay: row.estado === 'creado' && row.pendiente_at !== null,
    createdAt: row.creado_at,
  };
}

/** Reshapes a row of `pagos` with the columns above. */
export function parseDetail(raw: unknown, locale: Locale): PaymentDetail {
  const row = detailRow.parse(raw);
  const refunds = row.reembolsos.toSorted((one, other) => Date.parse(one.askedAt) - Date.parse(other.askedAt));
  return {
    ...toSummary(row, locale),
    method: row.metodo,
    provider: row.proveedor,
    reference: row.referencia,
    lines: row.presupuesto.lineas,
    lowestCents: row.presupuesto.minimo_30_dias_centimos ?? null,
    isRecharge: row.presupuesto.es_recarga ?? false,
    recipient: row.destinatario_id === row.user_id ? null : (row.destinatario?.display_name ?? ''),
    minecraftName: row.minecraft_name,
    agreedAt: row.consentimiento_at,
    orderIds: row.adquisiciones.map((order) => order.id),
    refunds,
    disputes: row.disputas,
    creditNotes: row.facturas
      .filter(({ rectifica }) => rectifica)
      .toSorted((one, other) => one.serie.localeCompare(other.serie) || one.numero - other.numero)
      .map((note) => ({
        id: note.id,
        number: invoiceNumber(note),
        undoes: note.anula !== null,
      })),
    refundableCents: leftOf({
      provider: row.proveedor,
      totalCents: row.total_centimos,
      refunds,
      disputes: row.disputas,
    }),
    reason: reasonFor(row.motivo_no_entregado, row.destinatario_id !== row.user_id),
    confirmedAt: row.confirmado_at,
    recordedAt: row.pagado_at,
    deliveredAt: row.entregado_at,
    revertedAt: row.revertido_at,
  };
}

/** A payment of the signed-in person with its whole history; null if it is somebody else's or does not exist. */
export async function getPayment(userId: string, locale: Locale, id: string): Promise<PaymentDetail | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const client = await createRequestClient();
  const data = await dataOf(
    'payment query',
    client.from('pagos').select(paymentColumns).eq('id', id).eq('user_id', userId).maybeSingle(),
  );
  return data && parseDetail(data, locale);
}

/** The payment of the signed-in person that a provider has under this reference; null for any other. */
export async function findPayment(
  userId: string,
  locale: Locale,
  { provider, reference }: { provider: PageProvider; reference: string },
): Promise<PaymentDetail | null> {
  const client = await createRequestClient();
  const data = await dataOf(
    'payment query',
    client
      .from('pagos')
      .select(paymentColumns)
      .eq('proveedor', provider)
      .eq('referencia', reference)
      .eq('user_id', userId)
      .maybeSingle(),
  );
  return data && parseDetail(data, locale);
}

const rechargesShown = 5;

/**
 * The packs of UnCoins that a person has bought, newest first: they have no order, but a payment and an invoice.
 *
 * @param after the `next` of the page before; anything else asks for the newest page
 */
export async function listRecharges(
  userId: string,
  locale: Locale,
  after: unknown,
): Promise<{ recharges: PaymentSummary[]; next: string | null }> {
  const client = await createRequestClient();
  let query = client
    .from('pagos')
    .select(summaryColumns)
    .eq('user_id', userId)
    .contains('presupuesto', { es_recarga: true })
    .not('entregado_at', 'is', null)
    .order('creado_at', { ascending: false })
    .order('id')
    .limit(rechargesShown + 1);
  const last = parseCursor(after);
  if (last) query = query.lte('creado_at', last[0]).or(afterCursor(last, 'id', 'creado_at'));
  const data = await dataOf('recharges query', query);
  const rows = z
    .array(summaryRow)
    .parse(data)
    .map((row) => toSummary(row, locale));
  const { shown: recharges, next } = pageOf(rows, rechargesShown, ({ createdAt, id }) => cursorText(createdAt, id));
  return { recharges, next };
}

/** Payments of a person that are neither delivered nor closed, newest first: money may be on its way. */
export async function listOpenPayments(userId: string, locale: Locale): Promise<PaymentSummary[]> {
  const client = await createRequestClient();
  const data = await dataOf(
    'open payments query',
    client
      .from('pagos')
      .select(summaryColumns)
      .eq('user_id', userId)
      .in('estado', ['creado', 'pagado'])
      .not('referencia', 'is', null)
      .order('creado_at', { ascending: false })
      .limit(10),
  );
  return z
    .array(summaryRow)
    .parse(data)
    .map((row) => toSummary(row, locale));
}
