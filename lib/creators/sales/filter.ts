import { z } from 'zod';
import { parseBefore } from '@/lib/core/http/page';
import type { PageQuery } from '@/lib/core/http/page-query';
import { day, moment } from '@/lib/core/supabase/cursor';
import { type SaleCursor, type SaleFilter, saleDiscounts, saleStates } from './types';

const productId = z.uuid();

const known = (schema: z.ZodType<string>, value: PageQuery[string]): string | null => {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : null;
};

/** Parses the list's query: `producto`, `estado`, `descuento`, `desde`, `hasta`. Invalid values are dropped. */
export const parseSaleFilter = (query: PageQuery): SaleFilter => ({
  product: known(productId, query.producto),
  state: saleStates.find((state) => state === query.estado) ?? null,
  discount: saleDiscounts.find((discount) => discount === query.descuento) ?? null,
  from: known(day, query.desde),
  to: known(day, query.hasta),
});

/** Parses the cursor `tras=<time>~<id>`. */
export function parseSaleCursor({ tras }: PageQuery): SaleCursor | null {
  const [at = '', id = ''] = typeof tras === 'string' ? tras.split('~') : [];
  const before = parseBefore(id);
  return before !== null && moment.safeParse(at).success ? { at, id: before } : null;
}

/** The inverse of the functions above. */
export function toSaleQuery(filter: SaleFilter, after: SaleCursor | null = null): string {
  const { product, state, discount, from, to } = filter;
  const given = { producto: product, estado: state, descuento: discount, desde: from, hasta: to };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) if (value) query.set(name, value);
  if (after) query.set('tras', `${after.at}~${after.id}`);
  return query.toString();
}
