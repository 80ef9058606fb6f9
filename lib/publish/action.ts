'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { getMe } from '@/lib/account/server';
import { refusalRow } from '@/lib/core/action/refusal';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { env } from '@/lib/core/env';
import { takeAttempt } from '@/lib/core/limits';
import { log } from '@/lib/core/log';
import { createRequestClient } from '@/lib/core/supabase/server';
import { parseDownloadLink } from '@/lib/storage/download-link';
import { toContent } from './content';
import { hasArrived, scanFile } from './files';
import { checkDraft, type ParsedDraft } from './schema';
import { getOwnProduct } from './server';
import type { ProductDraft } from './types';

/** Why a draft was not sent: keys of `publish.errors`. */
export type SendError = { ok: false; errors: string[] };

const codes: Record<string, string> = {
  slug_ocupado: 'slugTaken',
  precio_no_valido: 'price',
  datos_no_validos: 'invalid',
  no_existe: 'notFound',
  cuenta_deshabilitada: 'disabled',
  sin_sesion: 'session',
};

const answer = z.object({ ok: z.literal(true), slug: z.string() });

const linksOf = (draft: Pick<ParsedDraft, 'downloadLink'> & { editions: Array<{ downloadLink: string }> }) =>
  [draft.downloadLink, ...draft.editions.map(({ downloadLink }) => downloadLink)].filter(Boolean);

/** The files and addresses that this product has already, which its draft may name besides the creator's own files. */
async function findKnownLinks(productId: string | null, slug: string, creatorId: string): Promise<string[]> {
  const product = productId ? await getOwnProduct(slug, creatorId) : null;
  return product?.id === productId && product ? linksOf(product.draft) : [];
}

async function checkFiles(draft: ParsedDraft, creatorId: string, known: string[]): Promise<string | null> {
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

/**
 * Sends a draft to review: a new product, or changes of one's own product (docs/behaviour/creators.md, "Product
 * status"). The product on sale does not change until a moderator approves.
 *
 * @param productId null for a new product
 * @returns the address of the product, or every reason why not
 */
export async function sendToReview(
  productId: string | null,
  draft: ProductDraft,
): Promise<{ ok: true; slug: string } | SendError> {
  const me = await getMe();
  if (!me) return { ok: false, errors: ['session'] };
  const id = z.uuid().nullable().safeParse(productId);
  const checked = checkDraft(draft, productId === null);
  if (!checked.ok) return checked;
  if (!id.success) return { ok: false, errors: ['notFound'] };
  if ((await takeAttempt('publish', me.id)) > 0) return { ok: false, errors: ['tooMany'] };
  const known = await findKnownLinks(id.data, checked.value.slug, me.id);
  const refusal = await checkFiles(checked.value, me.id, known);
  if (refusal) return { ok: false, errors: [refusal] };
  const client = await createRequestClient();
  const content = toContent(checked.value);
  const { data, error } = id.data
    ? await client.rpc('proponer_cambios', { p_producto: id.data, p_contenido: content })
    : await client.rpc('crear_producto', { p_slug: checked.value.slug, p_contenido: content });
  if (error) {
    log.error({ error: error.message }, 'a draft could not be sent to review');
    return { ok: false, errors: [id.data ? 'saveFailed' : 'createFailed'] };
  }
  const refused = refusalRow.safeParse(data);
  if (refused.success) return { ok: false, errors: [codes[refused.data.error] ?? 'saveFailed'] };
  revalidatePath('/dashboard');
  return { ok: true, slug: answer.parse(data).slug };
}

/** Adds a message to the thread between a creator and the reviewers of a product. */
export async function writeToReview(
  productId: string,
  text: string,
): Promise<Result<undefined, 'empty' | 'failed' | 'session'>> {
  const parsed = z
    .object({ productId: z.uuid(), text: z.string().trim().min(1).max(2_000) })
    .safeParse({ productId, text });
  if (!parsed.success) return fail('empty');
  const { data, error } = await (await createRequestClient()).rpc('comentar_revision', {
    p_producto: parsed.data.productId,
    p_texto: parsed.data.text,
  });
  if (error) return fail('failed');
  const refused = refusalRow.safeParse(data);
  if (refused.success) return fail(refused.data.error === 'sin_sesion' ? 'session' : 'failed');
  return succeed(undefined);
}
