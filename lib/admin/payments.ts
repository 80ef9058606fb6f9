import 'server-only';
import { z } from 'zod';
import type { Locale } from '@/lib/i18n/locales';
import { type PaymentDetail, parseDetail, paymentColumns } from '@/lib/payments/history';
import { createRequestClient } from '@/lib/supabase/server';

export const paymentStates = [
  'creado',
  'pagado',
  'entregado',
  'fallido',
  'caducado',
  'reembolsado',
  'en_disputa',
] as const;

export type PaymentFilter = { state: (typeof paymentStates)[number] | null; search: string; before: string | null };

const listRow = z
  .object({
    id: z.string(),
    estado: z.enum(paymentStates),
    proveedor: z.enum(['stripe', 'paypal', 'uncoins', 'gratis']),
    total_centimos: z.coerce.number().int(),
    creado_at: z.string(),
    presupuesto: z.object({ nombre: z.string() }),
    comprador: z.object({ display_name: z.string() }).nullish(),
  })
  .transform((row) => ({
    id: row.id,
    state: row.estado,
    provider: row.proveedor,
    totalCents: row.total_centimos,
    createdAt: row.creado_at,
    name: row.presupuesto.nombre,
    buyer: row.comprador?.display_name ?? '',
  }));

export type ListedPayment = z.output<typeof listRow>;

const pageSize = 50;
const isId = (text: string) => z.uuid().safeParse(text).success;

/**
 * Payments of the whole shop, newest first, for admins (RLS shows nobody else any but their own).
 *
 * @param filter.search a payment's id, a provider's reference, or the start of a buyer's name
 * @returns up to 50 payments, and the moment to go on before
 */
export async function listPayments(filter: PaymentFilter): Promise<{ payments: ListedPayment[]; next: string | null }> {
  const client = await createRequestClient();
  const search = filter.search.trim();
  const byName = search !== '' && !isId(search) && !/^(cs_|[0-9A-Z]{17}$)/.test(search);
  let query = client
    .from('pagos')
    .select(
      `id,estado,proveedor,total_centimos,creado_at,presupuesto,comprador:usuarios_meta!pagos_user_id_fkey${byName ? '!inner' : ''}(display_name)`,
    )
    .order('creado_at', { ascending: false })
    .order('id')
    .limit(pageSize + 1);
  if (filter.state) query = query.eq('estado', filter.state);
  if (filter.before) query = query.lt('creado_at', filter.before);
  if (byName) query = query.ilike('comprador.display_name', `${search.replaceAll(/[\\%_]/g, '\\$&')}%`);
  else if (search) query = isId(search) ? query.eq('id', search) : query.eq('referencia', search);
  const { data, error } = await query;
  if (error) throw new Error(`payments query failed: ${error.message}`);
  const rows = z.array(listRow).parse(data);
  return {
    payments: rows.slice(0, pageSize),
    next: rows.length > pageSize ? (rows[pageSize - 1]?.createdAt ?? null) : null,
  };
}

export type AdminPayment = PaymentDetail & {
  buyer: string;
  refundReason: string | null;
  refundError: string | null;
};

const extra = z.object({
  comprador: z.object({ display_name: z.string() }).nullish(),
  devoluciones: z.union([
    z.object({ motivo: z.string(), error: z.string().nullable() }).nullable(),
    z.array(z.object({ motivo: z.string(), error: z.string().nullable() })).transform((list) => list[0] ?? null),
  ]),
});

/** Any payment with its whole story, for an admin; null when there is none. */
export async function getAdminPayment(locale: Locale, id: string): Promise<AdminPayment | null> {
  if (!isId(id)) return null;
  const client = await createRequestClient();
  const { data, error } = await client
    .from('pagos')
    .select(
      `${paymentColumns},comprador:usuarios_meta!pagos_user_id_fkey(display_name),devoluciones:reembolsos(motivo,error)`,
    )
    .eq('id', id)
    .maybeSingle();
  if (error) throw new Error(`payment query failed: ${error.message}`);
  if (!data) return null;
  const more = extra.parse(data);
  return {
    ...parseDetail(data, locale),
    buyer: more.comprador?.display_name ?? '',
    refundReason: more.devoluciones?.motivo ?? null,
    refundError: more.devoluciones?.error ?? null,
  };
}
