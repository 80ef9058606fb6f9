import { z } from 'zod';
import { personRoute } from '@/lib/account/person-route';
import { uploadRoute } from '@/lib/account/upload-route';
import { readJson } from '@/lib/core/http/body';
import { beginUpload, dropUpload, finishUpload, getSavedNames, resumeUpload } from '@/lib/publish/files';
import { maxFileBytes } from '@/lib/publish/types';

const link = z.string().max(200);
const body = z.discriminatedUnion('step', [
  z.object({ step: z.literal('begin'), name: z.string().min(1).max(255), size: z.number().int().positive() }),
  z.object({ step: z.literal('goOn'), link }),
  z.object({
    step: z.literal('finish'),
    link,
    print: z.string().max(64),
    size: z.number().int().positive(),
    // Pages of the previous release omit it.
    name: z.string().max(255).optional(),
  }),
  z.object({ step: z.literal('drop'), link }),
]);

const refusals = {
  noSpace: [409, 'publish.errors.noSpace'],
  unfinished: [409, 'publish.errors.tooManyUploads'],
  tooLarge: [422, 'publish.errors.fileLarge'],
  fileType: [422, 'publish.errors.fileType'],
  incomplete: [409, 'publish.errors.fileMissing'],
  failed: [502, 'publish.errors.upload'],
} as const;

/**
 * `POST /api/product-file`, a step of a direct upload to storage: `begin` with `{ name, size }` and `goOn` with `{ link
 * }` return a signed token; `finish` records the file, `drop` cancels the upload.
 */
export const POST = uploadRoute(async (request, { t, refuse, limit }) => {
  const read = body.safeParse(await readJson(request));
  if (!read.success) return refuse(422, t('publish.errors.fileEmpty'));
  const file = read.data;
  if ('size' in file && file.size > maxFileBytes) return refuse(422, t('publish.errors.fileLarge'));
  const tooMany = await limit(file.step === 'begin' ? 'publish' : 'uploadStep');
  if (tooMany) return tooMany;
  if (file.step === 'drop') {
    await dropUpload(file.link);
    return Response.json({});
  }
  const done =
    file.step === 'begin'
      ? await beginUpload(file.name, file.size)
      : file.step === 'goOn'
        ? await resumeUpload(file.link)
        : await finishUpload(file.link, file.print, file.size, file.name);
  if (done.ok) return Response.json(done.value ?? {});
  const [status, message] = refusals[done.error];
  return refuse(status, t(message));
});

/** `GET /api/product-file?link=…`: `{ name }`, the download name of a file that the signed-in creator has uploaded. */
export const GET = personRoute({
  limit: 'fileName',
  query: z.object({ link }),
  run: async ({ query }) => ({ name: (await getSavedNames([query.link]))[query.link] ?? null }),
});
