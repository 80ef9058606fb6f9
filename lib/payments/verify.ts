import 'server-only';
import { z } from 'zod';
import type { Locale } from '@/lib/core/i18n/locales';
import { dataOf } from '@/lib/core/supabase/data-of';
import type { SupabaseClient } from '@/lib/core/supabase/session';
import { boughtColumns, boughtFields, boughtName } from './bought-name';
import { type GiftFacts, readGiftFacts, reasonFor } from './gift';
import type { Provider } from './methods';
import { providerOf } from './providers';
import { type PaymentState, paymentStates } from './states';
import { takePaymentEvent } from './take-payment-event';
import type { LookUp } from './types';

export type Verification = {
  /**
   * The payment's state, or why it is unknown. `pagado`, `procesando` and `rechazado` (declined, and PayPal has not
   * reported another approval) may change soon: poll again.
   */
  estado: PaymentState | 'procesando' | 'rechazado' | 'no_pagado' | 'revision' | 'no_existe' | 'sin_respuesta';
  /** The shop's id of the payment, for the link to its page. */
  paymentId: string | null;
  name: string | null;
  totalCents: number | null;
  isRecharge: boolean;
  orderIds: string[];
  /** Reason of the failed delivery; the money is refunded. */
  reason: string | null;
  /** For a gift: its recipient, and its delivery day if that is in the future. */
  gift: GiftFacts | null;
  /** True if the method takes days. */
  isSlow: boolean;
};

export type VerificationRequest = { userId: string; locale: Locale; provider: Provider; reference: string };

const unknown: Verification = {
  paymentId: null,
  estado: 'no_existe',
  name: null,
  totalCents: null,
  isRecharge: false,
  orderIds: [],
  reason: null,
  gift: null,
  isSlow: false,
};
const finalStates: ReadonlySet<string> = new Set(['entregado', 'reembolsado', 'en_disputa']);

const ownPayment = z.object({
  id: z.string(),
  user_id: z.string(),
  destinatario_id: z.string().nullable(),
  estado: z.enum(paymentStates),
  total_centimos: z.coerce.number().int(),
  presupuesto: z.object({ nombre: z.string(), es_recarga: z.boolean().nullish() }),
  motivo_no_entregado: z.string().nullable(),
  pendiente_at: z.string().nullable(),
  ...boughtFields,
  adquisiciones: z.array(z.object({ id: z.string() })),
});

async function readPayment(client: SupabaseClient, request: VerificationRequest): Promise<Verification> {
  const data = await dataOf(
    'payment query',
    client
      .from('pagos')
      .select(
        `id,user_id,destinatario_id,estado,total_centimos,motivo_no_entregado,pendiente_at,${boughtColumns},adquisiciones(id)`,
      )
      .eq('user_id', request.userId)
      .eq('proveedor', request.provider)
      .eq('referencia', request.reference)
      .maybeSingle(),
  );
  if (!data) return unknown;
  const row = ownPayment.parse(data);
  const gift = await readGiftFacts(client, row);
  return {
    paymentId: row.id,
    estado: row.estado,
    name: boughtName(row, request.locale),
    totalCents: row.total_centimos,
    isRecharge: row.presupuesto.es_recarga ?? false,
    orderIds: row.adquisiciones.map(({ id }) => id),
    reason: reasonFor(row.motivo_no_entregado, gift !== null),
    gift,
    isSlow: row.estado === 'creado' && row.pendiente_at !== null,
  };
}

const undecided = {
  unpaid: 'no_pagado',
  processing: 'procesando',
  declined: 'rechazado',
  unknown: 'no_existe',
  review: 'revision',
} as const;

async function lookUp(request: VerificationRequest): Promise<LookUp | 'sin_respuesta'> {
  const provider = providerOf(request.provider);
  if (!provider) return 'unknown';
  try {
    return await provider.lookUp(request.reference);
  } catch (error) {
    if (provider.isOwnError(error)) return 'sin_respuesta';
    throw error;
  }
}

/**
 * Determines the state of a buyer's own payment, and delivers it if it is paid (docs/payments.md, "Verification").
 * Idempotent, before and after the webhook. Payments of others are not found.
 *
 * @throws if the database cannot be reached
 */
export async function verifyPayment(client: SupabaseClient, request: VerificationRequest): Promise<Verification> {
  const known = await readPayment(client, request);
  const isGoingBack = known.estado === 'pagado' && known.reason !== null;
  if (known.estado === 'no_existe' || finalStates.has(known.estado) || isGoingBack) return known;
  const answer = await lookUp(request);
  if (answer === 'sin_respuesta') return { ...known, estado: answer };
  if (answer === 'processing') return { ...(await readPayment(client, request)), estado: undecided[answer] };
  if (typeof answer === 'string') return { ...known, estado: undecided[answer] };
  const result = await takePaymentEvent(answer);
  const now = await readPayment(client, request);
  return result.ok || now.reason ? now : { ...known, estado: 'revision' };
}
