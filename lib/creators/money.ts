import 'server-only';
import { z } from 'zod';
import { inLanguage } from '@/lib/catalog/rows';
import { readRpc, readRpcRows } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { euroAmount } from '@/lib/core/money/euro-amount';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import {
  type CreatorBalance,
  type Movement,
  movementWords,
  payoutWaits,
  type StatementBalance,
  type Withdrawal,
  withdrawalStates,
} from './types';

const count = z.coerce.number().int();

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

/** The signed-in creator's balance (docs/payments.md, "Creators' money"). */
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
    espera: z.enum(payoutWaits).nullable(),
    espera_hasta: z.string().nullable(),
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
      wait: row.estado === 'en_proceso' ? row.espera : null,
      waitUntil: row.espera_hasta,
    }),
  );

/** The signed-in creator's last 50 withdrawals, newest first. */
export async function listWithdrawals(userId: string): Promise<Withdrawal[]> {
  const data = await dataOf(
    'withdrawals query',
    (await createRequestClient())
      .from('withdrawals')
      .select('id,amount,paypal_email,estado,motivo,created_at,pagado_at,espera,espera_hasta')
      .eq('usuario_id', userId)
      .order('created_at', { ascending: false })
      .limit(50),
  );
  return z.array(withdrawalRow).parse(data);
}

const movementRow = z.object({
  id: z.coerce.number(),
  centimos: count,
  concepto: z.enum(movementWords),
  created_at: z.string(),
  pedido: z.string().nullable(),
  producto: z.string().nullable(),
  producto_en: z.string().nullable(),
  retiro: z.string().nullable(),
});

const toMovement = (row: z.output<typeof movementRow>, locale: Locale): Movement => ({
  id: row.id,
  cents: row.centimos,
  concept: row.concepto,
  createdAt: row.created_at,
  orderId: row.pedido,
  product: row.producto && inLanguage(locale, row.producto, row.producto_en),
  withdrawalId: row.retiro,
});

/**
 * One page of the signed-in creator's movements, newest first, each with its order or withdrawal.
 *
 * @param range days in Spain, `YYYY-MM-DD`, half-open; null is unbounded
 */
export async function listMovements(
  range: { from: string | null; to: string | null },
  locale: Locale,
  limit = 200,
): Promise<Movement[]> {
  const asked = { p_desde: range.from, p_hasta: range.to, p_limite: limit };
  const rows = await readRpc(createRequestClient(), 'mis_movimientos', asked, z.array(movementRow));
  return rows.map((row) => toMovement(row, locale));
}

/** All movements of the signed-in creator in a range, oldest first, as in `listMovements`. */
export async function listAllMovements(range: { from: string; to: string }, locale: Locale): Promise<Movement[]> {
  const asked = { p_desde: range.from, p_hasta: range.to, p_limite: null };
  const rows = await readRpcRows(createRequestClient(), 'mis_movimientos', asked, 'id', movementRow);
  const movements = rows.map((row) => toMovement(row, locale));
  return movements.sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id);
}

const statementRow = z
  .object({ apertura_centimos: count, cierre_centimos: count })
  .transform((row): StatementBalance => ({ openingCents: row.apertura_centimos, closingCents: row.cierre_centimos }));

/** The signed-in creator's balance at the start of the days `from` and `to` in Spain (`YYYY-MM-DD`). */
export async function getStatementBalance(range: { from: string; to: string }): Promise<StatementBalance> {
  const asked = { p_desde: range.from, p_hasta: range.to };
  return readRpc(createRequestClient(), 'mi_extracto', asked, statementRow);
}
