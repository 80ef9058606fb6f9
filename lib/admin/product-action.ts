'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { longestSlug, slugPattern } from '@/lib/catalog/slug';
import { staleByEdit } from '@/lib/catalog/stale';
import { productStatuses } from '@/lib/catalog/types';
import { editInput, toConflict } from '@/lib/core/action/edit';
import { callRpc, toJson } from '@/lib/core/action/rpc';
import { readEuros, typedEuros } from '@/lib/core/money';
import { createRequestClient } from '@/lib/core/supabase/server';
import { sendPendingHooks } from '@/lib/hooks/send';
import { sendPendingMails } from '@/lib/mail/server';
import { draftLimits } from '@/lib/publish/types';

const euros = z.string().trim().regex(typedEuros).transform(readEuros).pipe(z.number().max(draftLimits.priceEuros));

/** The editable fields of a product, with their columns. */
const fields = {
  slug: { column: 'slug', schema: z.string().trim().max(longestSlug).regex(slugPattern) },
  price: { column: 'precio', schema: euros },
  offer: { column: 'oferta', schema: z.union([z.literal('').transform(() => 0), euros]) },
  status: { column: 'status', schema: z.enum(productStatuses) },
  isAvailable: { column: 'disponibilidad', schema: z.boolean() },
  inStock: { column: 'stock', schema: z.boolean() },
  units: {
    column: 'unidades',
    schema: z.union([z.literal('').transform(() => null), z.coerce.number().int().min(0).max(1_000_000)]),
  },
  isFeatured: { column: 'destacado', schema: z.boolean() },
};

/**
 * Edits a product; an admin may make it free (docs/behaviour/admin.md, "Products"). Only changes are saved; a field
 * that somebody else has changed since is a `conflicto`. Rejecting requires a reason.
 */
export const editProduct = defineAction('editProduct', {
  who: 'admin',
  input: z.object({ id: z.uuid(), slugBefore: z.string(), edit: editInput(fields), reason: z.string().default('') }),
  run: async ({ id, edit, reason }) => {
    const saved = await callRpc(
      createRequestClient(),
      'guardar_producto',
      { p_producto: id, p_base: toJson(edit.base), p_cambios: toJson(edit.changes), p_motivo: reason },
      [
        'no_existe',
        'slug_ocupado',
        'en_revision',
        'sin_revision',
        'motivo_no_valido',
        'oferta_sin_precio',
        'conflicto',
      ],
    );
    return !saved.ok && saved.error === 'conflicto' ? toConflict(fields, saved.details) : saved;
  },
  tags: ({ id, slugBefore }) => staleByEdit(id, slugBefore),
  paths: [['/dashboard-admin', 'layout']],
  afterwards: [sendPendingMails, sendPendingHooks],
});

/** Archives a product as its creator does, or restores it; not while a revision of it waits. Buyers keep it. */
export const archiveForCreator = defineAction('archiveForCreator', {
  who: 'admin',
  input: z.object({ id: z.uuid(), archive: z.boolean() }),
  run: ({ id, archive }) =>
    callRpc(
      createRequestClient(),
      'archivar_producto',
      { p_producto: id, p_archivar: archive },
      ['no_existe', 'cuenta_deshabilitada', 'en_revision'],
      z.object({ slug: z.string() }),
    ),
  tags: ({ id }, { slug }) => staleByEdit(id, slug),
  paths: [['/dashboard-admin', 'layout']],
});
