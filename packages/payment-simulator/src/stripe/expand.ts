import type { Context } from '../context.ts';
import { json, type Reply } from '../http/reply.ts';
import { invalid } from './errors.ts';

type Document = Record<string, unknown>;

export function listObject(url: string, data: unknown[], hasMore = false) {
  return { object: 'list', data, has_more: hasMore, url };
}

/** Lists that Stripe only includes with `expand`. */
function includable(context: Context, owner: Document, name: string): unknown {
  const id = String(owner.id);
  if (owner.object === 'checkout.session' && name === 'line_items') {
    return listObject(
      `/v1/checkout/sessions/${id}/line_items`,
      context.store.get<Document, { lines: unknown[] }>('session', id)?.hidden.lines ?? [],
    );
  }
  if (owner.object === 'charge' && name === 'refunds') {
    return listObject(
      `/v1/charges/${id}/refunds`,
      context.store.find('refund', { charge: id }).map((refund) => refund.body),
    );
  }
  if (owner.object === 'invoice' && name === 'payments') {
    return listObject(
      `/v1/invoice_payments`,
      context.store.find('invoice_payment', { invoice: id }).map((payment) => payment.body),
    );
  }
  if (owner.object === 'customer' && name === 'subscriptions') {
    return listObject(
      `/v1/customers/${id}/subscriptions`,
      context.store.find<Document>('subscription', { customer: id }).map((found) => found.body),
    );
  }
  return undefined;
}

function expandPath(context: Context, value: unknown, path: string[], whole: string): unknown {
  if (path.length === 0 || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => expandPath(context, item, path, whole));
  const [name = '', ...rest] = path;
  const owner = value as Document;
  if (owner[name] === null) return owner;
  const current = owner[name] ?? includable(context, owner, name);
  if (current === undefined) throw invalid(`This property cannot be expanded (${whole}).`, 'expand[0]');
  const target = typeof current === 'string' ? context.store.any(current)?.body : current;
  if (target === undefined) throw invalid(`This property cannot be expanded (${whole}).`, 'expand[0]');
  return { ...owner, [name]: expandPath(context, target, rest, whole) };
}

/** Replaces the ids named by `expand` with objects: `payment_intent.latest_charge`, `data.customer`… */
function expanded(context: Context, body: unknown, paths: string[] = []): unknown {
  return paths.reduce<unknown>((value, path) => expandPath(context, value, path.split('.'), path), body);
}

export function answer(context: Context, body: unknown, paths: string[] = []): Reply {
  return json(200, expanded(context, body, paths));
}
