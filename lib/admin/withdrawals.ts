import 'server-only';
import { z } from 'zod';
import { toCents } from '@/lib/money';
import { readList } from './lists';

export const withdrawalStates = ['solicitado', 'en_proceso', 'pagado', 'rechazado', 'fallido'] as const;

/** A creator's withdrawal, as the panel lists it. */
export const listedWithdrawal = z
  .object({
    id: z.string(),
    momento: z.string(),
    amount: z.number().transform(toCents),
    paypal_email: z.string(),
    estado: z.enum(withdrawalStates),
    motivo: z.string().nullable(),
    creador: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    createdAt: row.momento,
    amountCents: row.amount,
    paypalEmail: row.paypal_email,
    state: row.estado,
    reason: row.motivo,
    creator: row.creador,
  }));

/** One withdrawal, for an admin; null when there is none. */
export async function getWithdrawal(id: string): Promise<z.output<typeof listedWithdrawal> | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const found = await readList(
    'retiros',
    { search: id, choice: null, isAscending: false, after: null },
    listedWithdrawal,
  );
  if (!found.ok) throw new Error(`the withdrawal could not be read: ${found.error}`);
  return found.value.rows.find((row) => row.id === id) ?? null;
}
