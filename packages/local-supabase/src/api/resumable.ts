import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { Metadata, Server, type Upload } from '@tus/server';
import postgres from 'postgres';
import { z } from 'zod';
import { verifyToken } from './auth/tokens.ts';
import { mustStay } from './overwriting.ts';

const path = '/storage/v1/upload/resumable/sign';
const dayMs = 24 * 60 * 60 * 1000;

const claims = z.object({
  sub: z.string(),
  bucket: z.string(),
  intent: z.literal('upload'),
  owner: z.string().nullish(),
  upsert: z.boolean().default(false),
  exp: z.number(),
});
type Claims = z.output<typeof claims>;

const refuse = (status_code: number, body: string) => ({ status_code, body });

/** The claims of a signed upload token; null if the signature is wrong or expired. */
function readSignature(token: string | null, secret: string): Claims | null {
  return claims
    .nullable()
    .catch(null)
    .parse(verifyToken(token ?? '', secret));
}

async function digest(file: string): Promise<string> {
  const hash = createHash('sha1');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

type Options = { databaseUrl: string; storageDir: string; jwtSecret: string };

/**
 * Resumable uploads of hosted Storage (TUS 1.0): the same path, the token of a signed upload in `x-signature`, the
 * bucket's size limit, expiry after a day, and an object that appears with its last byte. Policies are checked when the
 * token is signed, as there. The path with a person's access token is not emulated.
 */
export function createResumable({ databaseUrl, storageDir, jwtSecret }: Options) {
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => {} });
  const folder = join(storageDir, 'uploads');
  const datastore = new FileStore({ directory: folder, expirationPeriodInMilliseconds: dayMs });

  const limitOf = async (bucket: string) =>
    Number((await sql`select file_size_limit from storage.buckets where id = ${bucket}`)[0]?.file_size_limit ?? 0);
  /** Metadata of an upload: in the headers of the creating request, stored for all others. */
  const metadataOf = async ({ method, headers }: Pick<Request, 'method' | 'headers'>, id: string) =>
    method === 'POST' ? Metadata.parse(headers.get('upload-metadata') ?? '') : (await datastore.getUpload(id)).metadata;

  /** Throws unless the request carries a token for the object of the upload. */
  async function admit(headers: Headers, metadata: Upload['metadata']): Promise<Claims> {
    const signed = readSignature(headers.get('x-signature'), jwtSecret);
    if (!signed) throw refuse(400, 'Invalid signature');
    if (metadata?.bucketName !== signed.bucket || metadata.objectName !== signed.sub) {
      throw refuse(400, 'The signature is for another object');
    }
    return signed;
  }

  async function keep(upload: Upload, signed: Claims): Promise<void> {
    const { bucket, sub: name, owner = null, upsert } = signed;
    // Not before the last byte, like hosted Storage.
    if (await mustStay(sql, bucket, name, upsert)) throw refuse(409, 'The resource already exists');
    const pathOf = (kind: string) => {
      const root = resolve(storageDir, kind, bucket);
      const target = resolve(root, name);
      if (!target.startsWith(root + sep)) throw refuse(400, 'Invalid key');
      return target;
    };
    const uploaded = join(folder, upload.id);
    const { size } = await stat(uploaded);
    const metadata = {
      cacheControl: 'max-age=3600',
      mimetype: upload.metadata?.contentType ?? 'application/octet-stream',
      contentLength: size,
      size,
      lastModified: new Date(),
      eTag: `"${await digest(uploaded)}"`,
    };
    for (const kind of ['objects', 'metadata']) await mkdir(dirname(pathOf(kind)), { recursive: true });
    await rename(uploaded, pathOf('objects'));
    await writeFile(`${pathOf('metadata')}.json`, JSON.stringify(metadata));
    await sql`insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata)
      values (${randomUUID()}, ${bucket}, ${name}, ${owner}, ${owner}, ${randomUUID()}, ${sql.json(metadata as never)})
      on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata`;
  }

  const server = new Server({
    path,
    datastore,
    disableTerminationForFinishedUploads: true,
    allowedHeaders: ['Authorization', 'X-Upsert', 'Upload-Expires', 'ApiKey', 'x-signature'],
    namingFunction: () => randomUUID(),
    // Hosted Storage answers `413` with the same message.
    maxSize: async (request, id) => {
      // A preflight request names no upload; the bucket's limit applies to the upload itself.
      if (request.method === 'OPTIONS') return 0;
      return limitOf(String((await metadataOf(request, id ?? ''))?.bucketName));
    },
    async onIncomingRequest(request, id) {
      if (request.method !== 'OPTIONS') await admit(request.headers, await metadataOf(request, id));
    },
    async onUploadFinish({ headers }, upload) {
      await keep(upload, await admit(headers, upload.metadata));
      return { headers: { 'Tus-Complete': '1' } };
    },
  });

  return {
    answers: (request: Request) => new URL(request.url).pathname.startsWith(path),
    answer: (request: Request): Promise<Response> => server.handleWeb(request),
    stop: () => sql.end({ timeout: 0 }),
  };
}
