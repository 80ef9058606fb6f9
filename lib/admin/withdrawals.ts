import 'server-only';
import { z } from 'zod';
import { toCents } from '@/lib/money';
import { createRequestClient } from '@/lib/supabase/server';

export const withdrawalStates = ['solicitado', 'en_proceso', 'pagado', 'rechazado', 'fallido'] as const;
export type WithdrawalFilter = { state: (typeof withdrawalStates)[number] | null; before: string | null };

const row = z
  .object({
    id: z.string(),
    amount: z.union([z.string(), z.number()]).transform(toCents),
    paypal_email: z.string(),
    estado: z.enum(withdrawalStates),
    motivo: z.string().nullable(),
    created_at: z.string(),
    creador: z.object({ display_name: z.string() }).nullish(),
  })
  .transform((found) => ({
    id: found.id,
    amountCents: found.amount,
    paypalEmail: found.paypal_email,
    state: found.estado,
    reason: found.motivo,
    createdAt: found.created_at,
    creator: found.creador?.display_name ?? '',
  }));

export type AdminWithdrawal = z.output<typeof row>;

const pageSize = 50;

/** Withdrawals of all creators, newest first, for admins (RLS). Answers up to 50, and the moment to go on before. */
export async function listAllWithdrawals(
  filter: WithdrawalFilter,
): Promise<{ withdrawals: AdminWithdrawal[]; next: string | null }> {
  let query = (await createRequestClient())
    .from('withdrawals')
    .select(
      'id,amount,paypal_email,estado,motivo,created_at,creador:usuarios_meta!withdrawals_usuario_id_fkey(display_name)',
    )
    .order('created_at', { ascending: false })
    .order('id')
    .limit(pageSize + 1);
  if (filter.state) query = query.eq('estado', filter.state);
  if (filter.before) query = query.lt('created_at', filter.before);
  const { data, error } = await query;
  if (error) throw new Error(`withdrawals query failed: ${error.message}`);
  const rows = z.array(row).parse(data);
  return {
    withdrawals: rows.slice(0, pageSize),
    next: rows.length > pageSize ? (rows[pageSize - 1]?.createdAt ?? null) : null,
  };
}
