'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { pagePerson } from '@/lib/account/other-person';
import { getMe } from '@/lib/account/server';
import { fail } from '@/lib/core/action/result';
import { callRpc, toJson } from '@/lib/core/action/rpc';
import { tags } from '@/lib/core/cache/tags';
import { sanitizeRichText } from '@/lib/core/html';
import { textOfHtml } from '@/lib/core/html/text';
import { createRequestClient } from '@/lib/core/supabase/server';
import { audiences, postLimit, postsPath, titleLengths } from './types';

/** The pages that show a public post of the signed-in creator. */
async function stale(id: string) {
  const me = await getMe();
  return { now: [tags.post(id)], soon: me ? [tags.creator(me.displayName)] : [] };
}

const saved = z.object({ id: z.string(), version: z.number(), publicada: z.boolean() });

/**
 * Saves a post of the signed-in creator, and publishes it on request. `version` is that of the page (optimistic lock):
 * a post that was saved elsewhere since then is refused.
 */
export const savePost = defineAction('savePost', {
  who: 'signedIn',
  input: z.object({
    id: z.uuid().nullable(),
    version: z.number().int().nullable(),
    title: z.string().trim().max(titleLengths.most),
    text: z.string().max(postLimit),
    audience: z.enum(audiences),
    productId: z.uuid().nullable(),
    publish: z.boolean(),
    persona: pagePerson,
  }),
  invalid: (fields) => (fields.title ? 'titulo_no_valido' : fields.text ? 'texto_no_valido' : 'datos_no_validos'),
  run: async ({ id, version, title, text, audience, productId, publish }) => {
    const html = sanitizeRichText(text);
    if (textOfHtml(html, 1) === '') return fail('texto_no_valido');
    return callRpc(
      createRequestClient(),
      'guardar_publicacion',
      {
        p_id: id,
        p_version: version,
        p_datos: toJson({ titulo: title, texto: html, audiencia: audience, producto_id: productId }),
        p_publicar: publish,
      },
      [
        'cuenta_deshabilitada',
        'sin_productos',
        'titulo_no_valido',
        'texto_no_valido',
        'datos_no_validos',
        'producto_no_valido',
        'falta_producto',
        'no_existe',
        'conflicto',
        'retirada',
        'limite_diario',
      ],
      saved,
    );
  },
  tags: (_input, { id }) => stale(id),
  paths: [postsPath],
});

/** Deletes a post of the signed-in creator. */
export const deletePost = defineAction('deletePost', {
  who: 'signedIn',
  input: z.uuid(),
  run: (id) => callRpc(createRequestClient(), 'borrar_publicacion', { p_id: id }, ['no_existe']),
  tags: stale,
  paths: [postsPath],
});
