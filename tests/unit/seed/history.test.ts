import { expect, it } from 'vitest';
import { products } from '../../../supabase/seed/data/index.ts';
import { planHistory } from '../../../supabase/seed/history/plan.ts';
import { productId } from '../../../supabase/seed/ids.ts';

it('the demo has no review of an event or a preorder that is still to come', () => {
  const toCome = products
    .filter(({ releaseInDays, startsInDays }) => (releaseInDays ?? startsInDays) !== undefined)
    .map(({ slug }) => productId(slug));
  const reviewed = planHistory(Date.now()).flatMap(({ tipo, producto }) => (tipo === 'resena' ? [producto] : []));
  expect(reviewed.length).toBeGreaterThan(50);
  expect(toCome.length).toBeGreaterThan(5);
  expect(toCome.filter((id) => reviewed.includes(id))).toEqual([]);
});
