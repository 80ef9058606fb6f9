import 'server-only';
import type { Stale } from '@/lib/core/cache/stale';
import { tags } from '@/lib/core/cache/tags';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';

/** Tags revalidated by a review: the product page shows it at once; the home page and lists follow. */
export async function productTags(productId: string): Promise<Stale> {
  const client = await createRequestClient();
  const data = await dataOf('product query', client.from('productos').select('slug').eq('id', productId).maybeSingle());
  return data ? { now: [tags.product(data.slug)], soon: [tags.praise(data.slug), tags.card(data.slug)] } : {};
}

/** Tags revalidated by a change of an existing review. */
export async function reviewedTags(reviewId: string): Promise<Stale> {
  const client = await createRequestClient();
  const data = await dataOf(
    'review query',
    client.from('resenas').select('producto_id').eq('id', reviewId).maybeSingle(),
  );
  return data ? productTags(data.producto_id) : {};
}
