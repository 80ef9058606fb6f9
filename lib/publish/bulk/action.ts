'use server';

import type { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { succeed } from '@/lib/core/action/result';
import { callRpc, toJson } from '@/lib/core/action/rpc';
import { tags } from '@/lib/core/cache/tags';
import { createRequestClient } from '@/lib/core/supabase/server';
import { bulkRow } from './rows';
import { applyInput, previewInput } from './schema';
import type { BulkResult } from './types';

/** Previews a bulk edit for each chosen product. Nothing is stored. */
export const previewBulkEdit = defineAction('previewBulkEdit', {
  who: 'signedIn',
  input: previewInput,
  limit: 'publish',
  run: async ({ ids, form }) => {
    const shown = await callRpc(
      createRequestClient(),
      'previsualizar_productos',
      { p_productos: ids, p_cambio: toJson(form) },
      ['cuenta_deshabilitada'],
      bulkRow,
    );
    return shown.ok ? succeed(shown.value) : shown;
  },
});

const isOnSaleNow = ({ changes }: BulkResult) => changes?.some(({ waits }) => !waits) ?? false;

/**
 * Applies a bulk edit as previewed. A product that has changed since (`marks`) is skipped with its reason. Idempotent
 * per key.
 */
export const applyBulkEdit = defineAction('applyBulkEdit', {
  who: 'signedIn',
  input: applyInput,
  limit: 'publish',
  run: async ({ form, marks, key }: z.output<typeof applyInput>) => {
    const made = await callRpc(
      createRequestClient(),
      'editar_productos',
      { p_cambio: toJson(form), p_huellas: marks, p_clave: key },
      ['cuenta_deshabilitada'],
      bulkRow,
    );
    return made.ok ? succeed(made.value) : made;
  },
  tags: (_input, results) => {
    const slugs = results.filter(isOnSaleNow).flatMap(({ slug }) => (slug ? [slug] : []));
    return { now: slugs.map(tags.product), soon: slugs.map(tags.card) };
  },
  paths: ['/dashboard', '/dashboard/promotions'],
});
