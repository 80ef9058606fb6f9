'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { names } from '@/lib/catalog/rows';
import { fail, succeed } from '@/lib/core/action/result';
import { callRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { parseStoragePath } from '@/lib/storage/path';
import { findStampProblem, listStampSettings } from './stamps';
import { waitingFile } from './waiting-file';

const input = z.object({ productId: z.uuid(), editionId: z.uuid().nullable(), isOn: z.boolean() });

const foundRow = z
  .object({
    pedido_id: z.string(),
    por: z.enum(['marca', 'licencia']),
    created_at: z.string(),
    username: z.string().nullable(),
    ...names,
  })
  .transform((row) => ({
    orderId: row.pedido_id,
    by: row.por,
    at: row.created_at,
    /** Null if that account is deleted. */
    username: row.username,
    name: row.nombre,
    nameEn: row.nombre_en,
  }));

/** A download of a creator's product from which a found copy comes. */
export type FoundCopy = z.output<typeof foundRow>;

/** Finds the downloads of the creator's products by marks or licence keys. */
export const findCopy = defineAction('findCopy', {
  who: 'signedIn',
  input: z.object({
    marks: z.array(z.string().regex(/^[0-9a-f]{32}$/)).max(5000),
    keys: z.array(z.string().max(19)).max(1000),
  }),
  run: async ({ marks, keys }) => {
    const asked = { p_marcas: marks, p_claves: keys };
    const answer = z.object({ copias: z.array(foundRow) });
    const found = await callRpc(createRequestClient(), 'buscar_copia', asked, ['cuenta_deshabilitada'], answer);
    return found.ok ? succeed(found.value.copias) : found;
  },
});

/**
 * Sets whether copies of a file of the creator's product are stamped. A file that cannot be stamped is refused with its
 * reason, also the file of a waiting revision (`waiting-` and the reason).
 */
export const saveStamp = defineAction('saveStamp', {
  who: 'signedIn',
  input,
  invalid: 'no_existe',
  limit: 'publish',
  run: async ({ productId, editionId, isOn }) => {
    if (isOn) {
      const products = await listStampSettings('es');
      const files = products.find((product) => product.productId === productId)?.files ?? [];
      const file = files.find((one) => one.editionId === editionId);
      const path = parseStoragePath(file?.link ?? '');
      if (!path) return fail('no_existe');
      const problem = await findStampProblem(path);
      if (problem) return fail(problem);
      // The file goes on sale as soon as a moderator approves it.
      const waiting = file?.waitingLink === file?.link ? null : parseStoragePath(file?.waitingLink ?? '');
      const later = waiting && (await findStampProblem(waiting));
      if (later) return fail(`${waitingFile}${later}`);
    }
    return callRpc(
      createRequestClient(),
      'marcar_archivo',
      { p_producto: productId, p_edicion: editionId, p_marcado: isOn },
      ['no_existe', 'cuenta_deshabilitada'],
    );
  },
  paths: ['/dashboard/stamps'],
});
