import type postgres from 'postgres';
import { readProviderBooks } from './provider-books.ts';

/** Differences between the ledgers of the shop and of its providers, each as a line with its reference. */
export type Differences = {
  paidUndelivered: string[];
  deliveredUnpaid: string[];
  doubles: string[];
  /** Refunds, payouts and Club charges that differ. */
  others: string[];
};

type Row = {
  id: string;
  reference: string | null;
  state: string;
  total: number;
  /** A refund is pending or completed. */
  goesBack: boolean;
  refunded: number;
  disputed: boolean;
  delivered: boolean;
  surplus: boolean;
};

const readPayments = (sql: postgres.Sql, since: Date) => sql<Row[]>`
  select p.id, p.referencia as reference, p.estado as state, p.total_centimos as total,
    exists (select from reembolsos r where r.pago_id = p.id) as "goesBack",
    (select coalesce(sum(r.centimos), 0)::int from reembolsos r where r.pago_id = p.id and r.estado = 'hecho') as refunded,
    exists (select from disputas d where d.pago_id = p.id) as disputed,
    p.estado = 'entregado' and (exists (select from adquisiciones a where a.pago_id = p.id and a.revocada_at is null)
      or exists (select from movimientos_uncoins m where m.pago_id = p.id and m.cantidad > 0)
      or exists (select from regalos r where r.pago_id = p.id and r.entregado_at is null)) as delivered,
    (select count(*) from adquisiciones a where a.pago_id = p.id) > jsonb_array_length(p.presupuesto #> '{interno,articulos}')
      or (select coalesce(sum(m.cantidad), 0) from movimientos_uncoins m where m.pago_id = p.id)
        > coalesce((p.presupuesto #>> '{interno,uncoins}')::int, 0)
      as surplus
  from pagos p where p.proveedor in ('stripe', 'paypal') and p.created_at >= ${since}`;

/**
 * Reconciles the shop's ledger with the providers' ledgers.
 *
 * @param since leaves out earlier sales, because the providers do not know the sales of the demo data
 */
export async function compareBooks(sql: postgres.Sql, providerFile: string, since: Date): Promise<Differences> {
  // The shop is read first: the provider is always ahead of it, so it must know all of the shop's payments.
  const rows = await readPayments(sql, since);
  const withdrawals = await sql<Array<{ id: string; state: string; cents: number }>>`
    select id, estado as state, (amount * 100)::int as cents from withdrawals`;
  const charges = await sql<Array<{ invoice: string; cents: number }>>`
    select factura_proveedor as invoice, centimos as cents from cargos_club where estado <> 'fallido'`;
  const books = readProviderBooks(providerFile);
  const found: Differences = { paidUndelivered: [], deliveredUnpaid: [], doubles: [], others: [] };

  const byId = new Map(rows.map((row) => [row.id, row]));
  const paidReferences = new Map<string, string[]>();
  for (const { provider, reference, payment, taken, givenBack, agreed } of books.payments) {
    const row = byId.get(payment);
    const name = `${provider} ${reference} of payment ${payment} (${row?.state ?? 'unknown to the shop'})`;
    if (taken > 0) paidReferences.set(payment, [...(paidReferences.get(payment) ?? []), reference]);
    const isOurs = row?.reference === reference;
    const left = taken - givenBack;
    if (left > 0 && !(isOurs && (row.delivered || row.goesBack || row.disputed))) found.paidUndelivered.push(name);
    if (agreed && isOurs && row.state === 'creado') found.paidUndelivered.push(`${name}: agreed to, and not taken`);
    if (isOurs && row.delivered && (taken === 0 || left === 0)) found.deliveredUnpaid.push(name);
    if (isOurs && taken > 0 && taken !== row.total) found.others.push(`${name}: ${taken} taken, ${row.total} quoted`);
    if (isOurs && !row.disputed && givenBack !== row.refunded) {
      found.others.push(`${name}: ${givenBack} given back, ${row.refunded} noted`);
    }
  }
  const known = new Set(books.payments.map(({ reference }) => reference));
  for (const row of rows) {
    const name = `payment ${row.id} (${row.state})`;
    if (row.delivered && !known.has(row.reference ?? '')) found.deliveredUnpaid.push(name);
    if (row.surplus) found.doubles.push(`${name}: more was delivered than bought`);
    const paid = paidReferences.get(row.id) ?? [];
    if (paid.length > 1) found.doubles.push(`${name}: charged by ${paid.join(' and ')}`);
  }

  const paidOut = new Map(books.payouts.map(({ withdrawal, cents }) => [withdrawal, cents]));
  for (const { id, state, cents } of withdrawals) {
    const paid = paidOut.get(id) ?? 0;
    if (paid > cents) found.doubles.push(`withdrawal ${id} of ${cents}: ${paid} paid out`);
    if ((state === 'pagado') !== (paid === cents))
      found.others.push(`withdrawal ${id} (${state}): ${paid} of ${cents} paid out`);
  }
  const noted = new Map(charges.map(({ invoice, cents }) => [invoice, cents]));
  for (const { invoice, cents } of books.charges) {
    if (noted.get(invoice) !== cents)
      found.others.push(`invoice ${invoice} of the Club: ${cents} paid, ${noted.get(invoice)} noted`);
  }
  return found;
}

export const countOf = (found: Differences): number =>
  Object.values(found).reduce((sum, lines) => sum + lines.length, 0);
