import { z } from 'zod';
import { inLanguage } from '@/lib/catalog/rows';
import { quoteLine } from '@/lib/checkout/rows';
import type { Locale } from '@/lib/core/i18n/locales';
import { boughtColumns, boughtFields, boughtName } from '@/lib/payments/bought-name';
import { reasonFor } from '@/lib/payments/gift';
import { invoiceNumber } from '@/lib/payments/invoice-number';
import { leftOf } from '@/lib/payments/left';
import { methods } from '@/lib/payments/methods';
import { providerName } from '@/lib/payments/rows';
import { disputePhases, paymentStates, refundStates } from '@/lib/payments/states';
import type { PaymentDetail, PaymentDispute, PaymentRefund, PaymentSummary } from './types';

/** The columns of a payment in a list. */
export const summaryColumns =
  `id,estado,pendiente_at,motivo_no_entregado,total_centimos,created_at,${boughtColumns}` as const;
/** The columns of a payment with its whole history. */
export const paymentColumns =
  `${summaryColumns},metodo,proveedor,referencia,minecraft_name,consentimiento_at,user_id,destinatario_id,confirmado_at,pagado_at,entregado_at,revertido_at,adquisiciones(id),reembolsos(id,estado,centimos,motivo,error,created_at,proveedor_at,hecho_at,fallido_at),movimientos_uncoins(concepto,cantidad,created_at),disputas(id,fase,centimos,motivo,abierta_at,vence_at),facturas(id,serie,numero,rectifica,anula),destinatario:usuarios_meta!pagos_destinatario_id_fkey(display_name)` as const;

/** A row of `pagos` with `summaryColumns`. */
export const summaryRow = z.object({
  id: z.string(),
  estado: z.enum(paymentStates),
  pendiente_at: z.string().nullable(),
  motivo_no_entregado: z.string().nullable(),
  total_centimos: z.coerce.number().int(),
  created_at: z.string(),
  presupuesto: z.object({
    nombre: z.string(),
    edicion: z.string().nullish(),
    edicion_en: z.string().nullish(),
    es_recarga: z.boolean().nullish(),
    lineas: z.array(quoteLine),
    minimo_30_dias_centimos: z.coerce.number().int().nullish(),
  }),
  ...boughtFields,
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

const movement = z.object({ concepto: z.string(), cantidad: z.coerce.number().int(), created_at: z.string() });

/** The UnCoins of a gift that nobody opened; they may be taken for a refund and given again later. */
function expiryIn(movements: z.output<typeof movement>[]): PaymentDetail['expired'] {
  const [first] = movements
    .filter(({ concepto }) => concepto === 'regalo_caducado')
    .toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at));
  return first ? { coins: first.cantidad, at: first.created_at } : null;
}

const detailRow = summaryRow.extend({
  metodo: z.enum(methods),
  proveedor: providerName,
  referencia: z.string().nullable(),
  minecraft_name: z.string().nullable(),
  consentimiento_at: z.string().nullable(),
  user_id: z.string(),
  destinatario_id: z.string().nullable(),
  confirmado_at: z.string().nullable(),
  pagado_at: z.string().nullable(),
  entregado_at: z.string().nullable(),
  revertido_at: z.string().nullable(),
  adquisiciones: z.array(z.object({ id: z.string() })),
  reembolsos: z.array(refund),
  movimientos_uncoins: z.array(movement),
  disputas: z.array(dispute),
  facturas: z.array(invoice),
  destinatario: z.object({ display_name: z.string() }).nullish(),
});

function shownStateOf(row: z.output<typeof summaryRow>): PaymentSummary['shownState'] {
  if (row.estado === 'creado' && row.pendiente_at !== null) return 'en_camino';
  return row.estado === 'pagado' && row.motivo_no_entregado !== null ? 'devolviendo' : row.estado;
}

/** Reshapes a parsed row of a list. */
export function toSummary(row: z.output<typeof summaryRow>, locale: Locale): PaymentSummary {
  return {
    id: row.id,
    name: boughtName(row, locale),
    edition: inLanguage(locale, row.presupuesto.edicion ?? '', row.presupuesto.edicion_en) || null,
    totalCents: row.total_centimos,
    state: row.estado,
    shownState: shownStateOf(row),
    createdAt: row.created_at,
  };
}

/** Parses and reshapes a row of `pagos` with `paymentColumns`. */
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
    expired: expiryIn(row.movimientos_uncoins),
  };
}
