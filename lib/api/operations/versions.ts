import 'server-only';
import { z } from 'zod';
import { log } from '@/lib/core/log';
import { toContent, toDraft } from '@/lib/publish/content';
import { kindOf, scanFile } from '@/lib/publish/files';
import { checkDraft } from '@/lib/publish/schema';
import { findStampProblem } from '@/lib/publish/stamps';
import type { ProductDraft } from '@/lib/publish/types';
import { parseStoragePath } from '@/lib/storage/path';
import { savedName } from '@/lib/storage/saved-name';
import { signUpload } from '@/lib/storage/server';
import { defineOperation } from '../operation';
import { Refusal, type Wrong } from '../problem';
import { newUpload, newVersion, ownProduct, submitted, upload } from '../schemas';

export const createUpload = defineOperation({
  id: 'createUpload',
  tag: 'Products',
  method: 'POST',
  path: '/uploads',
  scope: 'products:write',
  body: newUpload,
  answer: upload,
  status: 201,
  isChange: true,
  refusals: ['no_space', 'too_many_uploads', 'file_arrived'],
  run: async ({ body, call, once }) => {
    const kind = kindOf(savedName(body.name));
    if (!kind) throw new Refusal('invalid', [{ path: 'name', message: 'a kind of file that is not sold here' }]);
    const file = { nombre: `archivo.${kind}`, bytes: body.bytes };
    const { ruta } = await call('createUpload', file, z.object({ ruta: z.string() }), once);
    const path = parseStoragePath(ruta);
    const url = path && (await signUpload(path));
    if (!url) {
      // A repeat of a call whose file was sent meanwhile.
      const { llegado } = await call('hasArrived', { ruta }, z.object({ llegado: z.boolean() }));
      throw new Refusal(llegado ? 'file_arrived' : 'unavailable');
    }
    return { upload_id: ruta, url, method: 'PUT' as const };
  },
});

type Version = z.output<typeof newVersion>;

/** A draft with its new version, and its new file in the product or in an edition. */
function withVersion(draft: ProductDraft, asked: Version): ProductDraft {
  const { version, changes, changes_en: changesEn, compatible, edition_id: edition, file } = asked;
  const next = { ...draft, version, changes, changesEn, ...(compatible && { compatible: compatible.join(', ') }) };
  if (!file) return next;
  if (!edition) return { ...next, downloadLink: file.upload_id };
  if (!draft.editions.some((row) => row.id === edition)) {
    throw new Refusal('invalid', [{ path: 'edition_id', message: 'not an edition of the product' }]);
  }
  const editions = draft.editions.map((row) => (row.id === edition ? { ...row, downloadLink: file.upload_id } : row));
  return { ...next, editions };
}

/** Errors of a draft with a new version, by the fields of the request. Errors of other fields are under `product`. */
function toWrong(fields: Record<string, string>, asked: Version, { editions }: ProductDraft): Wrong[] {
  const at = editions.findIndex(({ id }) => id === asked.edition_id);
  const link = at === -1 ? 'downloadLink' : `editions.${at}.downloadLink`;
  const names: Record<string, string> = {
    version: 'version',
    changes: 'changes',
    changesEn: 'changes_en',
    ...(asked.compatible && { compatible: 'compatible' }),
    ...(asked.file && { [link]: 'file.upload_id' }),
  };
  return Object.entries(fields).map(([field, message]) => {
    const [name = ''] = field.split('.');
    return { path: names[field] ?? names[name] ?? `product.${field}`, message };
  });
}

async function scan(link: string): Promise<void> {
  const path = parseStoragePath(link);
  if (path?.bucket !== 'descargas') throw new Refusal('file_missing');
  const scanned = await scanFile(path);
  if (scanned === 'away') throw new Refusal('unavailable');
  if (scanned.clean) return;
  log.warn({ link, finding: scanned.finding }, 'an uploaded file was refused');
  throw new Refusal('invalid', [{ path: 'file', message: 'the scanner found something in it' }]);
}

/** Refuses a file whose copies cannot be stamped, for products with stamped copies. */
async function checkStamps(link: string): Promise<void> {
  const path = parseStoragePath(link);
  const problem = path && (await findStampProblem(path));
  if (problem === 'away') throw new Refusal('unavailable');
  if (problem) throw new Refusal('invalid', [{ path: 'file', message: `its copies cannot be stamped: ${problem}` }]);
}

const contentRow = z.object({
  slug: z.string(),
  contenido: z.unknown(),
  // Missing from a database of the previous release.
  marcados: z.array(z.string().nullable()).default([]),
  base: z.string().optional(),
});

/** How often a version is submitted while others change its product. */
const mostTries = 5;

export const createVersion = defineOperation({
  id: 'createVersion',
  tag: 'Products',
  method: 'POST',
  path: '/products/{product_id}/versions',
  scope: 'products:write',
  params: z.object({ product_id: ownProduct }),
  body: newVersion,
  answer: submitted,
  status: 202,
  isChange: true,
  refusals: ['file_missing', 'file_incomplete', 'changed', 'account_disabled'],
  run: async ({ params, body, call, once }) => {
    const answer = { product_id: params.product_id, version: body.version, state: 'pending' as const };
    // A repeat is not checked again, because the product may have changed since.
    if (once && (await call('wasMade', {}, z.object({ hecha: z.boolean() }), once)).hecha) return answer;
    const read = async () => {
      const own = await call('getContent', { producto: params.product_id }, contentRow);
      const draft = withVersion(toDraft(own.slug, own.contenido, 'en'), body);
      const checked = checkDraft(draft, false);
      if (!checked.ok) throw new Refusal('invalid', toWrong(checked.fields, body, draft));
      return { marked: own.marcados, base: own.base, content: toContent(checked.value) };
    };
    const { file } = body;
    let { marked, base, content } = await read();
    if (file) await scan(file.upload_id);
    if (file && marked.includes(body.edition_id ?? null)) await checkStamps(file.upload_id);
    const name = file?.name && savedName(file.name);
    const archivo = file && { ruta: file.upload_id, huella: file.sha256, bytes: file.bytes, nombre: name };
    const submit = () =>
      call(
        'createVersion',
        { producto: params.product_id, contenido: content, ...(base && { base }), ...(archivo && { archivo }) },
        z.object({ slug: z.string() }),
        once,
      );
    for (let tries = 1; ; tries++) {
      try {
        await submit();
        return answer;
      } catch (problem) {
        const hasChanged = problem instanceof Refusal && problem.code === 'changed';
        if (!hasChanged || tries === mostTries) throw problem;
        // Another call or the form has changed the product since it was read, for example during the scan.
        ({ base, content } = await read());
      }
    }
  },
});
