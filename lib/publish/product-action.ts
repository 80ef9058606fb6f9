'use server';

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { longestSlug } from '@/lib/catalog/slug';
import { staleByEdit } from '@/lib/catalog/stale';
import { fail, succeed } from '@/lib/core/action/result';
import { callRpc } from '@/lib/core/action/rpc';
import { requestLocale } from '@/lib/core/i18n/server';
import { createRequestClient } from '@/lib/core/supabase/server';
import { copyName } from './copy-name';
import { keepDraft } from './drafts';
import { textFields } from './fields';
import { markOf } from './kept-draft';
import { getOwnProduct } from './server';
import { emptyDraft, type ProductDraft } from './types';

const slug = z.string().max(longestSlug);

/** A copy of a product as a new draft: with files and pictures, without slug and ids, under a new name. */
const copyOf = (draft: ProductDraft): ProductDraft => ({
  ...draft,
  name: copyName(draft.name, 'copia', textFields.name.longest),
  nameEn: copyName(draft.nameEn, 'copy', textFields.nameEn.longest),
  slug: '',
  // The copy has no prices yet.
  offer: '',
  editions: draft.editions.map((edition) => ({ ...edition, id: null, key: randomUUID(), offer: '' })),
  // A bundle includes this product.
  bundles: [],
  version: '',
  changes: '',
  changesEn: '',
});

/** Creates a draft from a product of the creator and returns its id. */
export const duplicateProduct = defineAction('duplicateProduct', {
  who: 'signedIn',
  input: slug,
  invalid: 'notFound',
  limit: 'publish',
  run: async (from, me) => {
    const product = await getOwnProduct(from, me.id, await requestLocale());
    if (!product) return fail('notFound');
    const id = randomUUID();
    const content = { draft: copyOf(product.draft), base: markOf(emptyDraft) };
    const kept = await keepDraft({ id, productId: null, content, version: 0 });
    if (kept.ok) return succeed(id);
    return fail(kept.error === 'demasiados_borradores' ? 'tooManyDrafts' : 'failed');
  },
  paths: ['/dashboard'],
});

/** A submission as draft, without a base to compare with. */
const sentAs = (draft: ProductDraft) => ({ draft, base: '' });

const taken = z.object({ borrador_id: z.string(), es_nuevo: z.boolean() });

/**
 * Withdraws a submission and converts it to a draft, unless a newer draft exists. A product without any decision yet
 * becomes only that draft.
 */
export const takeBack = defineAction('takeBack', {
  who: 'signedIn',
  input: slug,
  invalid: 'notFound',
  limit: 'publish',
  run: async (from, me) => {
    const product = await getOwnProduct(from, me.id, await requestLocale());
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
 * Archives a product of the creator, or restores it; returns whether it can be bought then. A waiting submission
 * becomes a draft. Buyers keep the product.
 */
export const archiveProduct = defineAction('archiveProduct', {
  who: 'signedIn',
  input: z.object({ id: z.uuid(), slug, archive: z.boolean() }),
  invalid: 'notFound',
  limit: 'publish',
  run: async ({ id, slug: from, archive }, me) => {
    const sent = archive ? await getOwnProduct(from, me.id, await requestLocale()) : null;
    const result = await callRpc(
      createRequestClient(),
      'archivar_producto',
      {
        p_producto: id,
        p_archivar: archive,
        ...(sent?.id === id && { p_borrador: randomUUID(), p_contenido: sentAs(sent.draft) }),
      },
      ['no_existe', 'cuenta_deshabilitada', 'en_revision'],
      archived,
    );
    if (result.ok) return result;
    if (result.error === 'cuenta_deshabilitada') return fail('disabled');
    return result.error === 'no_existe' ? fail('notFound') : fail(result.error);
  },
  tags: ({ id }, { slug: address }) => staleByEdit(id, address),
  paths: ['/dashboard'],
});
