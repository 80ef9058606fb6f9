import 'server-only';
import { z } from 'zod';
import { reputations } from '@/lib/account/constants';
import { isBanned } from '@/lib/account/identity/row';
import { orNull } from '@/lib/core/action/refusal';
import { readRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { isUuid } from '@/lib/core/uuid';
import { payoutWaits, withdrawalStates } from '@/lib/creators/types';

const cents = z.coerce.number().int();

const balanceRow = z
  .object({
    total_centimos: cents,
    retenido_centimos: cents,
    disponible_centimos: cents,
    deuda_centimos: cents,
    en_disputa_centimos: cents,
    reservado_centimos: cents,
    pagado_centimos: cents,
  })
  .transform((row) => ({
    totalCents: row.total_centimos,
    heldCents: row.retenido_centimos,
    availableCents: row.disponible_centimos,
    debtCents: row.deuda_centimos,
    disputedCents: row.en_disputa_centimos,
    reservedCents: row.reservado_centimos,
    paidCents: row.pagado_centimos,
  }));

export type AdminBalance = z.output<typeof balanceRow>;

const detailRow = z
  .object({
    id: z.string(),
    estado: z.enum(withdrawalStates),
    centimos: cents,
    paypal_email: z.string(),
    motivo: z.string().nullable(),
    lote: z.string().nullable(),
    referencia: z.string().nullable(),
    intentos: cents,
    created_at: z.string(),
    enviado_at: z.string().nullable(),
    pagado_at: z.string().nullable(),
    es_desconocido: z.boolean(),
    saldo: balanceRow.and(z.object({ quedaria_centimos: cents, otros_centimos: cents })),
    espera: z.enum(payoutWaits).nullable(),
    espera_hasta: z.string().nullable(),
    creador: z.object({
      id: z.string(),
      display_name: z.string(),
      reputacion: z.enum(reputations),
      banned_until: z.string().nullable(),
      ban_motivo: z.string().nullable(),
      borrada_at: z.string().nullable(),
    }),
  })
  .transform((row) => ({
    id: row.id,
    state: row.estado,
    amountCents: row.centimos,
    paypalEmail: row.paypal_email,
    reason: row.motivo,
    /** PayPal's batch id; null until known. */
    batchId: row.lote,
    reference: row.referencia,
    attempts: row.intentos,
    createdAt: row.created_at,
    sentAt: row.enviado_at,
    paidAt: row.pagado_at,
    /** Unknown for long enough for an admin to decide. */
    isUnknown: row.es_desconocido,
    balance: row.saldo,
    /** The creator's balance after it, without held income. A negative one cannot be approved. */
    leftCents: row.saldo.quedaria_centimos,
    /** The creator's other withdrawals without an approval. */
    othersCents: row.saldo.otros_centimos,
    wait: row.estado === 'en_proceso' ? row.espera : null,
    waitUntil: row.espera_hasta,
    creator: {
      id: row.creador.id,
      name: row.creador.display_name,
      reputation: row.creador.reputacion,
      isBanned: isBanned({ bannedUntil: row.creador.banned_until }),
      banReason: row.creador.ban_motivo,
      isDeleted: row.creador.borrada_at !== null,
    },
  }));

export type AdminWithdrawal = z.output<typeof detailRow>;

/** A withdrawal with its creator's current balance, for an admin; null if there is none. */
export async function getWithdrawal(id: string): Promise<AdminWithdrawal | null> {
  if (!isUuid(id)) return null;
  return readRpc(createRequestClient(), 'admin_retiro', { p_retiro: id }, orNull(detailRow));
}

/** The balance of any creator, for an admin. */
export async function getBalanceOf(userId: string): Promise<AdminBalance> {
  return readRpc(createRequestClient(), 'admin_saldo', { p_usuario: userId }, balanceRow);
}
