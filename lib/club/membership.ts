import 'server-only';
import { z } from 'zod';
import { inLanguage } from '@/lib/catalog/rows';
import type { Locale } from '@/lib/i18n/locales';
import { createRequestClient } from '@/lib/supabase/server';
import type { ClubPlan } from './index';

export type Membership = {
  plan: ClubPlan;
  state: 'activa' | 'impagada' | 'cancelada_al_final' | 'terminada';
  paidUntil: string;
};

const subscriptionRow = z
  .object({
    plan: z.enum(['monthly', 'yearly']),
    estado: z.enum(['activa', 'impagada', 'cancelada_al_final', 'terminada']),
    pagado_hasta: z.string(),
  })
  .transform((row): Membership => ({ plan: row.plan, state: row.estado, paidUntil: row.pagado_hasta }));

/** The newest subscription of a person, ended or not; null for somebody who never had one. */
export async function getMembership(userId: string): Promise<Membership | null> {
  const { data, error } = await (await createRequestClient())
    .from('suscripciones')
    .select('plan,estado,pagado_hasta')
    .eq('user_id', userId)
    .order('pagado_hasta', { ascending: false })
    .limit(1);
  if (error) throw new Error(`subscriptions query failed: ${error.message}`);
  return data[0] ? subscriptionRow.parse(data[0]) : null;
}

const lentRow = z.object({
  slug: z.string(),
  nombre: z.string(),
  nombre_en: z.string().nullable(),
  centimos: z.coerce.number().int(),
});

export type LentProduct = { slug: string; name: string; keepCents: number };

/** Products that end with the signed-in member's Club, with what each costs to keep, in cents. */
export async function listLentProducts(locale: Locale): Promise<LentProduct[]> {
  const { data, error } = await (await createRequestClient()).rpc('fin_de_club');
  if (error) throw new Error(`fin_de_club failed: ${error.message}`);
  return z
    .array(lentRow)
    .parse(data)
    .map((row) => ({
      slug: row.slug,
      name: inLanguage(locale, row.nombre, row.nombre_en),
      keepCents: row.centimos,
    }));
}
