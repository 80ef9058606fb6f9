import 'server-only';
import { z } from 'zod';
import { inLanguage, names } from '@/lib/catalog/rows';
import { readRpcRows } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { maxRows } from '@/lib/core/supabase/all-rows';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import { invoiceNumber } from '@/lib/payments/invoice-number';
import {
  type ChargeState,
  type ClubPlan,
  chargeStates,
  clubPlans,
  type MembershipState,
  membershipStates,
} from './index';

export type Membership = {
  reference: string;
  plan: ClubPlan;
  state: MembershipState;
  paidUntil: string;
  /** End of Stripe's period: the day of the next charge. */
  periodEnd: string;
  /** When it ended; null while it runs. */
  endedAt: string | null;
  /** The time until which a change of plan waits for its payment. */
  changeUntil: string | null;
  /** The price of a period, in cents; null if it was not read from Stripe yet. */
  cents: number | null;
  /** The plan that begins with the next period. */
  next: { plan: ClubPlan; from: string; cents: number } | null;
};

const subscriptionRow = z
  .object({
    referencia: z.string(),
    plan: z.enum(clubPlans),
    estado: z.enum(membershipStates),
    pagado_hasta: z.string(),
    periodo_fin: z.string(),
    terminada_at: z.string().nullable(),
    cambio_hasta: z.string().nullable(),
    precio_centimos: z.number().int().nullable(),
    proximo_plan: z.enum(clubPlans).nullable(),
    proximo_desde: z.string().nullable(),
    proximo_centimos: z.number().int().nullable(),
  })
  .transform(
    (row): Membership => ({
      reference: row.referencia,
      plan: row.plan,
      state: row.estado,
      paidUntil: row.pagado_hasta,
      periodEnd: row.periodo_fin,
      endedAt: row.terminada_at,
      changeUntil: row.cambio_hasta,
      cents: row.precio_centimos,
      next:
        row.proximo_plan && row.proximo_desde && row.proximo_centimos !== null
          ? { plan: row.proximo_plan, from: row.proximo_desde, cents: row.proximo_centimos }
          : null,
    }),
  );

/**
 * The person's running subscriptions, the one that lasts longest first. Without one, the one that ended last; empty if
 * there never was one.
 */
export async function listMemberships(userId: string): Promise<Membership[]> {
  const data = await dataOf(
    'subscriptions query',
    (await createRequestClient())
      .from('suscripciones')
      .select(
        'referencia,plan,estado,pagado_hasta,periodo_fin,terminada_at,cambio_hasta,precio_centimos,proximo_plan,proximo_desde,proximo_centimos',
      )
      .eq('user_id', userId)
      .order('pagado_hasta', { ascending: false })
      .limit(20),
  );
  const all = z.array(subscriptionRow).parse(data);
  const running = all.filter(({ state }) => state !== 'terminada');
  return running.length > 0 ? running : all.slice(0, 1);
}

const chargeRow = z.object({
  id: z.string(),
  plan: z.enum(clubPlans),
  periodo_inicio: z.string(),
  periodo_fin: z.string(),
  centimos: z.coerce.number().int(),
  credito_centimos: z.coerce.number().int(),
  devuelto_centimos: z.coerce.number().int(),
  estado: z.enum(chargeStates),
});
const invoiceRow = z.object({
  id: z.string(),
  serie: z.string(),
  numero: z.coerce.number().int(),
  rectifica: z.string().nullable(),
  cargo_club_id: z.string(),
});

export type MemberCharge = {
  id: string;
  plan: ClubPlan;
  from: string;
  until: string;
  cents: number;
  /** Credit for unused time of the previous plan. */
  creditCents: number;
  returnedCents: number;
  state: ChargeState;
  invoices: { id: string; number: string; isCredit: boolean }[];
};

/** The last hundred charges of a person's Club, newest first, with their invoices and credit notes. */
export async function listCharges(userId: string): Promise<MemberCharge[]> {
  const client = await createRequestClient();
  const booked = await dataOf(
    'charges query',
    client
      .from('cargos_club')
      .select('id,plan,periodo_inicio,periodo_fin,centimos,credito_centimos,devuelto_centimos,estado')
      .eq('user_id', userId)
      .order('periodo_inicio', { ascending: false })
      .order('id')
      .limit(100),
  );
  const charges = z.array(chargeRow).parse(booked);
  if (charges.length === 0) return [];
  const written = await dataOf(
    'invoices query',
    client
      .from('facturas')
      .select('id,serie,numero,rectifica,cargo_club_id')
      .in(
        'cargo_club_id',
        charges.map(({ id }) => id),
      )
      .order('emitida_at')
      .limit(maxRows),
  );
  const invoices = z.array(invoiceRow).parse(written);
  return charges.map((charge) => ({
    id: charge.id,
    plan: charge.plan,
    from: charge.periodo_inicio,
    until: charge.periodo_fin,
    cents: charge.centimos,
    creditCents: charge.credito_centimos,
    returnedCents: charge.devuelto_centimos,
    state: charge.estado,
    invoices: invoices
      .filter((invoice) => invoice.cargo_club_id === charge.id)
      .map((invoice) => ({
        id: invoice.id,
        number: invoiceNumber(invoice),
        isCredit: invoice.rectifica !== null,
      })),
  }));
}

const lentRow = z.object({
  slug: z.string(),
  ...names,
  centimos: z.coerce.number().int(),
});

export type LentProduct = { slug: string; name: string; keepCents: number };

/** Products that end with the signed-in member's Club, with the price to keep each, in cents. */
export async function listLentProducts(locale: Locale): Promise<LentProduct[]> {
  const lent = await readRpcRows(createRequestClient(), 'fin_de_club', {}, 'producto_id', lentRow);
  return lent
    .map((row) => ({
      slug: row.slug,
      name: inLanguage(locale, row.nombre, row.nombre_en),
      keepCents: row.centimos,
    }))
    .sort((a, b) => a.name.localeCompare(b.name, locale));
}
