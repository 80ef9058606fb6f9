import { DatabaseSync } from 'node:sqlite';
import type { Provider } from './faults.ts';

/** One payment at a provider, in cents. */
export type Taken = {
  provider: Provider;
  reference: string;
  payment: string;
  taken: number;
  givenBack: number;
  /** Approved at PayPal, but not captured yet. */
  agreed: number;
};

/** PayPal's payouts of one withdrawal, in cents. */
type PaidOut = { withdrawal: string; cents: number };

/** A Club invoice that was charged, in cents. */
type Charged = { invoice: string; cents: number };

const sessions = `
  select s.id as reference, json_extract(s.body, '$.metadata.pago_id') as payment,
    coalesce(sum(json_extract(c.body, '$.amount')), 0) as taken,
    coalesce(sum(json_extract(c.body, '$.amount_refunded')), 0) as givenBack, 0 as agreed
  from objects s
  left join objects c indexed by objects_root on c.root = s.root and c.kind = 'charge' and json_extract(c.body, '$.paid')
  where s.kind = 'session' and json_extract(s.body, '$.mode') = 'payment'
  group by s.id`;

const orders = `
  select o.id as reference, json_extract(o.body, '$.purchase_units[0].custom_id') as payment,
    coalesce(sum(round(json_extract(c.body, '$.amount.value') * 100)), 0) as taken,
    coalesce(sum(json_extract(c.hidden, '$.refunded')), 0) as givenBack,
    json_extract(o.body, '$.status') = 'APPROVED' as agreed
  from objects o
  left join objects c indexed by objects_root on c.root = o.root and c.kind = 'capture'
    and json_extract(c.body, '$.status') in ('COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED')
  where o.kind = 'order'
  group by o.id`;

const payouts = `
  select json_extract(body, '$.payout_item.sender_item_id') as withdrawal,
    sum(round(json_extract(body, '$.payout_item.amount.value') * 100)) as cents
  from objects where kind = 'payout_item' and json_extract(body, '$.transaction_status') = 'SUCCESS'
  group by 1`;

const invoices = `
  select id as invoice, json_extract(body, '$.amount_paid') as cents
  from objects where kind = 'invoice' and json_extract(body, '$.status') = 'paid'`;

/** Reads the ledgers of the simulated providers from their database file, bypassing their API. */
export function readProviderBooks(file: string) {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const taken = (provider: Provider, query: string) =>
      (db.prepare(query).all() as Array<Omit<Taken, 'provider'>>).map((row): Taken => ({ ...row, provider }));
    return {
      payments: [...taken('stripe', sessions), ...taken('paypal', orders)],
      payouts: db.prepare(payouts).all() as PaidOut[],
      charges: db.prepare(invoices).all() as Charged[],
    };
  } finally {
    db.close();
  }
}
