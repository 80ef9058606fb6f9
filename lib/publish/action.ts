'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { isDatabaseCode } from '@/lib/core/action/codes';
import { fail, succeed } from '@/lib/core/action/result';
import { callRpc, logFailure } from '@/lib/core/action/rpc';
import { tags } from '@/lib/core/cache/tags';
import { env } from '@/lib/core/env';
import { requestLocale } from '@/lib/core/i18n/server';
import { log } from '@/lib/core/log';
import { createRequestClient } from '@/lib/core/supabase/server';
import { sendPendingMails } from '@/lib/mail/server';
import { parseDownloadLink } from '@/lib/storage/download-link';
import { toContent } from './content';
import { hasArrived, scanFile } from './files';
import { markOf } from './kept-draft';
import { isSameButPrices } from './prices';
import { checkDraft, type ParsedDraft, sendInput } from './schema';
import { getOwnProduct, type OwnProduct } from './server';
import { findStampProblem, listStamped, type StampCode, stampCodes } from './stamps';
import type { ProductDraft } from './types';

type Files = Pick<ParsedDraft, 'downloadLink'> & { editions: Array<{ id: string | null; downloadLink: string }> };
type DraftFile = { field: string; link: string; editionId: string | null };

/** Files and addresses of a draft, each with its field. */
const filesOf = ({ downloadLink, editions }: Files): DraftFile[] =>
  [
    { field: 'downloadLink', link: downloadLink, editionId: null },
    ...editions.map((edition, index) => ({
      field: `editions.${index}.downloadLink`,
      link: edition.downloadLink,
      // Copies of a new edition are not stamped yet.
      editionId: edition.id ?? '',
    })),
  ].filter(({ link }) => link);

type FileProblem = 'downloadAddress' | 'fileMissing' | 'fileUnclean' | 'scanAway' | StampCode;

async function checkFiles(draft: ParsedDraft, product: OwnProduct | null) {
  const { SITE_URL, SUPABASE_URL } = env();
  const refuse = (field: string, code: FileProblem) => fail(code, { fieldErrors: { [field]: code } });
  const known = product ? filesOf(product.draft).map(({ link }) => link) : [];
  const stamped = product ? await listStamped(product.id) : [];
  for (const { field, link, editionId } of filesOf(draft)) {
    const target = parseDownloadLink(link, [SITE_URL, SUPABASE_URL]);
    if (!target) return refuse(field, 'downloadAddress');
    if (target.kind === 'web') continue;
    // Earlier files of the product were scanned before, and the database verifies that it has them.
    if (!known.includes(link)) {
      if (!(await hasArrived(target.path))) return refuse(field, 'fileMissing');
      const scanned = await scanFile(target.path);
      if (scanned === 'away') return refuse(field, 'scanAway');
      if (!scanned.clean) {
        log.warn({ link, finding: scanned.finding }, 'an uploaded file was refused');
        return refuse(field, 'fileUnclean');
      }
    }
    // An earlier file may not have been stamped, or not in this edition.
    const problem = stamped.includes(editionId) ? await findStampProblem(target.path) : null;
    if (problem) return refuse(field, stampCodes[problem]);
  }
  return null;
}

const refusals = [
  'slug_ocupado',
  'precio_no_valido',
  'oferta_sin_precio',
  'base_no_valida',
  'no_existe',
  'cuenta_deshabilitada',
] as const;
const codes = {
  slug_ocupado: ['slugTaken', 'slug'],
  precio_no_valido: ['price', 'price'],
  oferta_sin_precio: ['offerUnasked', 'offer'],
  base_no_valida: ['base', 'baseId'],
  no_existe: ['notFound', null],
  cuenta_deshabilitada: ['disabled', null],
} as const;

const sent = z.object({ slug: z.string() });

type Sent = {
  slug: string;
  /** `live`: only prices changed, and they are in effect. `limit`: they exceed the limits and go to review. */
  outcome: 'review' | 'live' | 'limit';
};

/** The saved draft of a form, the mark of its product, and the person of its page. */
type SentForm = z.input<typeof sendInput>['saved'];

/** Refusals of a price beyond the limits of the shop, which a moderator reviews. */
const beyondLimits: readonly string[] = ['precio_no_valido', 'cambio_excesivo', 'demasiados_cambios'];

/** Applies a change of prices at once, within the limits of the shop. */
const changePrices = (productId: string, draft: ParsedDraft, before: ParsedDraft) =>
  callRpc(
    createRequestClient(),
    'cambiar_precios',
    {
      p_producto: productId,
      p_precio: draft.price,
      p_oferta: draft.offer,
      p_ediciones: draft.editions
        .filter(
          ({ price, offer }, index) =>
            price !== before.editions[index]?.price || offer !== before.editions[index]?.offer,
        )
        .map(({ id, price, offer }) => ({ id, precio: price, oferta: offer })),
    },
    ['no_existe', 'no_publicado', 'oferta_sin_precio', 'cuenta_deshabilitada', ...beyondLimits],
    sent,
  );

/**
 * Submits a draft for review: a new product, or changes of the creator's own product (docs/behaviour/creators.md,
 * "Product status"). The product on sale does not change until a moderator approves, except for a change of prices
 * alone, which takes effect at once within the limits set by an admin.
 *
 * Returns the address of the product; all errors of the draft are in `fieldErrors`, by field. The product's id is null
 * for a new one. On success the stored draft is deleted, unless it has a newer version.
 */
export const sendToReview = defineAction('sendToReview', {
  who: 'signedIn',
  input: sendInput,
  toInput: (productId: string | null, draft: ProductDraft, saved: SentForm = { id: '', version: 0, base: '' }) => ({
    productId,
    draft,
    saved,
  }),
  invalid: ({ productId }) => (productId ? 'notFound' : 'invalid'),
  limit: 'publish',
  run: async ({ productId, draft, saved }, me) => {
    const own = productId ? await getOwnProduct(draft.slug, me.id, await requestLocale()) : null;
    const product = own?.id === productId ? own : null;
    if (productId && !product) return fail('notFound');
    // Moderators, the API or another tab may have changed the product; this draft would undo that.
    if (product && saved.base && saved.base !== markOf(product.draft)) return fail('productChanged');
    const client = createRequestClient();
    const forget = () =>
      saved.id ? callRpc(client, 'borrar_borrador', { p_id: saved.id, p_version: saved.version }, null) : null;
    // A rejected revision is not the version on sale, so a resubmission always goes to a moderator, whatever differs in
    // it.
    const isComparable = product?.status === 'approved' && !product.isRejected;
    const before = isComparable ? checkDraft(product.draft, false) : null;
    const isPriceAlone = productId && before?.ok && isSameButPrices(draft, before.value);
    const changed = isPriceAlone ? await changePrices(productId, draft, before.value) : null;
    if (changed?.ok) {
      await forget();
      return succeed<Sent>({ slug: changed.value.slug, outcome: 'live' });
    }
    const outcome = changed && beyondLimits.includes(changed.error) ? 'limit' : 'review';
    const refusal = await checkFiles(draft, product);
    if (refusal) return refusal;
    const content = toContent(draft);
    const call = productId
      ? callRpc(client, 'proponer_cambios', { p_producto: productId, p_contenido: content }, refusals, sent)
      : callRpc(client, 'crear_producto', { p_slug: draft.slug, p_contenido: content }, refusals, sent);
    const result = await call.catch(logFailure('a draft could not be sent to review'));
    if (result.ok) {
      await forget();
      return succeed<Sent>({ slug: result.value.slug, outcome });
    }
    if (result.error === 'failed') return fail(productId ? 'saveFailed' : 'createFailed');
    // The message of `invalid` is worded for a new product.
    if (result.error === 'datos_no_validos' && productId) return fail('saveFailed');
    if (isDatabaseCode(result.error)) return fail(result.error);
    const [code, usual] = codes[result.error];
    const field = result.details?.campo ?? usual;
    return fail(code, field ? { fieldErrors: { [field]: code } } : {});
  },
  tags: (_input, { slug, outcome }) =>
    outcome === 'live' ? { now: [tags.product(slug)], soon: [tags.card(slug)] } : {},
  paths: ['/dashboard'],
});

/** Adds a message to the thread between a creator and the reviewers of a product. */
export const writeToReview = defineAction('writeToReview', {
  who: 'signedIn',
  input: z.object({ productId: z.uuid(), text: z.string().trim().min(1).max(2_000) }),
  toInput: (productId: string, text: string) => ({ productId, text }),
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
  afterwards: [sendPendingMails],
});
