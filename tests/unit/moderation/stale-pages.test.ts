import { expect, test, vi } from 'vitest';
import { tags } from '@/lib/core/cache/tags';

type Spec = { tags: (input: unknown, found: object) => Promise<unknown> };
const specs = vi.hoisted(() => new Map<string, Spec>());
vi.mock('@/lib/account/define-action', () => {
  const record = (name: string, spec: Spec) => void specs.set(name, spec);
  return { defineAction: record, defineForm: record };
});
vi.mock('@/lib/core/supabase/server', () => ({ createRequestClient: async () => null }));
vi.mock('@/lib/mail/server', () => ({ sendPendingMails: () => undefined }));
vi.mock('@/lib/catalog/stale', () => ({ staleByEdit: async (...given: string[]) => ['edited', ...given] }));
vi.mock('@/lib/reviews/stale', () => ({ reviewedTags: async (...given: string[]) => ['reviewed', ...given] }));
await import('@/lib/moderation/reports/action');

const staleAfter = (found: object) =>
  specs.get('showPost')?.tags(null, { objeto_id: 'o1', slug: 'torre', autor: 'Ana', ...found });
const ofAuthor = { now: [tags.creator('Ana')], soon: [tags.byline('Ana')] };

test.each([
  ['a product', { tipo: 'producto' }, ['edited', 'o1', 'torre']],
  ['a review', { tipo: 'resena' }, ['reviewed', 'o1']],
  ['a question', { tipo: 'pregunta' }, { now: [tags.questions('torre')], soon: [tags.product('torre')] }],
  ['an answer', { tipo: 'respuesta' }, { now: [tags.questions('torre')], soon: [tags.product('torre')] }],
  ['a post', { tipo: 'publicacion' }, { now: [tags.post('o1')], soon: [tags.creator('Ana')] }],
  ['a post without an author', { tipo: 'publicacion', autor: null }, { now: [tags.post('o1')], soon: [] }],
  ['a person', { tipo: 'usuario' }, ofAuthor],
  ['a deleted product', { tipo: 'producto', objeto_id: null }, ofAuthor],
  ['a product without an address', { tipo: 'producto', slug: null }, ofAuthor],
  ['a deleted review', { tipo: 'resena', objeto_id: null }, ofAuthor],
  ['a question about a deleted product', { tipo: 'pregunta', slug: null }, ofAuthor],
  ['a deleted post', { tipo: 'publicacion', objeto_id: null }, ofAuthor],
  ['nothing that is shown', { tipo: 'usuario', autor: null }, {}],
])('a decision about %s is seen on the pages that show it', async (_what, found, stale) =>
  expect(await staleAfter(found)).toEqual(stale),
);
