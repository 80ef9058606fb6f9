'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { isDatabaseCode } from '@/lib/core/action/codes';
import { fail, succeed } from '@/lib/core/action/result';
import { callRpc, logFailure } from '@/lib/core/action/rpc';
import { env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { createRequestClient } from '@/lib/core/supabase/server';
import { parseDownloadLink } from '@/lib/storage/download-link';
import { toContent } from './content';
import { hasArrived, scanFile } from './files';
import { type ParsedDraft, sendInput } from './schema';
import { getOwnProduct } from './server';
import type { ProductDraft } from './types';

const linksOf = (draft: Pick<ParsedDraft, 'downloadLink'> & { editions: Array<{ downloadLink: string }> }) =>
  [draft.downloadLink, ...draft.editions.map(({ downloadLink }) => downloadLink)].filter(Boolean);

/** The files and addresses that this product has already, which its draft may name besides the creator's own files. */
async function findKnownLinks(productId: string | null, slug: string, creatorId: string): Promise<string[]> {
  const product = productId ? await getOwnProduct(slug, creatorId) : null;
  return product?.id === productId && product ? linksOf(product.draft) : [];
}

async function checkFiles(draft: ParsedDraft, creatorId: string, known: string[]) {
  const { SITE_URL, SUPABASE_URL } = env();
  for (const link of linksOf(draft)) {
    const target = parseDownloadLink(link, [SITE_URL, SUPABASE_URL]);
    if (!target) return 'downloadAddress';
    // Files that the product has already were checked before, and the database checks that it does have them.
    if (target.kind === 'web' || known.includes(link)) continue;
    if (!(await hasArrived(target.path, creatorId))) return 'fileMissing';
    const { clean, finding } = await scanFile(target.path);
    if (!clean) {
      log.warn({ link, finding }, 'an uploaded file was refused');
      return 'fileUnclean';
    }
  }
  return null;
}

const refusals = ['slug_ocupado', 'precio_no_valido', 'no_existe', 'cuenta_deshabilitada'] as const;
const codes = {
  slug_ocupado: 'slugTaken',
  precio_no_valido: 'price',
  no_existe: 'notFound',
  cuenta_deshabilitada: 'disabled',
} as const;

const sent = z.object({ slug: z.string() });

/**
 * Sends a draft to review: a new product, or changes of one's own product (docs/behaviour/creators.md, "Product
 * status"). The product on sale does not change until a moderator approves.
 *
 * Returns the address of the product; everything that is wrong with the draft is in `fieldErrors`. The product's id is
 * null for a new one.
 */
export const sendToReview = defineAction('sendToReview', {
  who: 'signedIn',
  input: sendInput,
  from: (productId: string | null, draft: ProductDraft) => ({ productId, draft }),
  invalid: ({ productId }) => (productId ? 'notFound' : 'invalid'),
  limit: 'publish',
  run: async ({ productId, draft }, me) => {
    const refusal = await checkFiles(draft, me.id, await findKnownLinks(productId, draft.slug, me.id));
    if (refusal) return fail(refusal);
    const client = createRequestClient();
    const content = toContent(draft);
    const call = productId
      ? callRpc(client, 'proponer_cambios', { p_producto: productId, p_contenido: content }, refusals, sent)
      : callRpc(client, 'crear_producto', { p_slug: draft.slug, p_contenido: content }, refusals, sent);
    const result = await call.catch(logFailure('a draft could not be sent to review'));
    if (result.ok) return succeed(result.value.slug);
    if (result.error === 'failed') return fail(productId ? 'saveFailed' : 'createFailed');
    return fail(isDatabaseCode(result.error) ? result.error : codes[result.error]);
  },
  paths: ['/dashboard'],
});

/** Adds a message to the thread between a creator and the reviewers of a product. */
export const writeToReview = defineAction('writeToReview', {
  who: 'signedIn',
  input: z.object({ productId: z.uuid(), text: z.string().trim().min(1).max(2_000) }),
  from: (productId: string, text: string) => ({ productId, text }),
  invalid: 'empty',
  run: async ({ productId, text }) => {
    const written = await callRpc(
      createRequestClient(),
      'comentar_revision',
      { p_producto: productId, p_texto: text },
      ['no_existe', 'texto_no_valido'],
    );
    if (written.ok || isDatabaseCode(written.error)) return written;
    return fail(written.error === 'texto_no_valido' ? 'empty' : 'notAllowed');
  },
});
