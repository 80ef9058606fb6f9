'use server';

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { longestSlug } from '@/lib/catalog/slug';
import { staleByEdit } from '@/lib/catalog/stale';
import { fail, succeed } from '@/lib/core/action/result';
import { callRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { keepDraft } from './drafts';
import { markOf } from './kept-draft';
import { getOwnProduct } from './server';
import { emptyDraft, type ProductDraft } from './types';

const slug = z.string().max(longestSlug);

/** The copy of a product as a new draft: with its files and pictures, without its address and its ids. */
const copyOf = (draft: ProductDraft): ProductDraft => ({
  ...draft,
  slug: '',
  editions: draft.editions.map((edition) => ({ ...edition, id: null, key: randomUUID() })),
  // A bundle holds this very product.
  bundles: [],
  version: '',
  changes: '',
  changesEn: '',
});

/** Makes a new draft from an own product; answers its id. */
export const duplicateProduct = defineAction('duplicateProduct', {
  who: 'signedIn',
  input: slug,
  invalid: 'notFound',
  limit: 'publish',
  run: async (from, me) => {
    const product = await getOwnProduct(from, me.id);
    if (!product) return fail('notFound');
    const id = randomUUID();
    const content = { draft: copyOf(product.draft), base: markOf(emptyDraft) };
    const kept = await keepDraft({ id, productId: null, content, version: 0 });
    if (kept.ok) return succeed(id);
    return fail(kept.error === 'demasiados_borradores' ? 'tooManyDrafts' : 'failed');
  },
  paths: ['/dashboard'],
});

/** What was sent, as a draft: it is compared with nothing, since it was decided about here. */
const sentAs = (draft: ProductDraft) => ({ draft, base: '' });

const taken = z.object({ borrador_id: z.string(), es_nuevo: z.boolean() });

/**
 * Takes back what waits for review, as a draft; one that was written since stays instead. A product that nobody has
 * decided about is nothing but that draft.
 */
export const takeBack = defineAction('takeBack', {
  who: 'signedIn',
  input: slug,
  invalid: 'notFound',
  limit: 'publish',
  run: async (from, me) => {
    const product = await getOwnProduct(from, me.id);
    if (!product) return fail('notFound');
    const result = await callRpc(
      createRequestClient(),
      'cancelar_envio',
      {
        p_producto: product.id,
        p_borrador: randomUUID(),
        p_contenido: sentAs(product.draft),
      },
      ['no_existe', 'ya_resuelta', 'cuenta_deshabilitada'],
      taken,
    );
    if (result.ok) return succeed({ draftId: result.value.borrador_id, isNew: result.value.es_nuevo });
    if (result.error === 'ya_resuelta') return fail('decided');
    if (result.error === 'cuenta_deshabilitada') return fail('disabled');
    return result.error === 'no_existe' ? fail('notFound') : fail(result.error);
  },
});

const archived = z.object({ slug: z.string(), en_venta: z.boolean() });

/**
 * Puts an own product away, or takes it out again; answers whether it can be bought then. What waits for review becomes
 * a draft. Who has bought it keeps it.
 */
export const archiveProduct = defineAction('archiveProduct', {
  who: 'signedIn',
  input: z.object({ id: z.uuid(), slug, archive: z.boolean() }),
  invalid: 'notFound',
  limit: 'publish',
  run: async ({ id, slug: from, archive }, me) => {
    const sent = archive ? await getOwnProduct(from, me.id) : null;
    const result = await callRpc(
      createRequestClient(),
      'archivar_producto',
      {
        p_producto: id,
        p_archivar: archive,
        ...(sent?.id === id && { p_borrador: randomUUID(), p_contenido: sentAs(sent.draft) }),
      },
      ['no_existe', 'cuenta_deshabilitada'],
      archived,
    );
    if (result.ok) return result;
    if (result.error === 'cuenta_deshabilitada') return fail('disabled');
    return result.error === 'no_existe' ? fail('notFound') : fail(result.error);
  },
  tags: ({ id }, { slug: address }) => staleByEdit(id, address),
  paths: ['/dashboard'],
});
