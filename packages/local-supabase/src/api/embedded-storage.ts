import { verifyToken } from './auth/tokens.ts';
import { createResumable } from './resumable.ts';
import { createSignedUploads } from './signed-upload.ts';

/**
 * Hosted Storage names its signed links `signedURL`, and `url` for uploads, without the path of the API; the embedded
 * one names them `signedUrl`, with it.
 */
async function withHostedFieldNames(request: Request, response: Response): Promise<Response> {
  const { pathname } = new URL(request.url);
  const name = pathname.startsWith('/storage/v1/object/upload/sign/') ? 'url' : 'signedURL';
  const isSigning = name === 'url' || pathname.startsWith('/storage/v1/object/sign/');
  if (request.method !== 'POST' || !isSigning || !response.ok) return response;
  const body = (await response.json()) as { signedUrl?: string };
  return Response.json({ ...body, [name]: body.signedUrl?.replace('/storage/v1', '') });
}

/** Hosted Storage uses the download name of a signed link; the embedded one does not. */
function withAskedName(request: Request, response: Response): Response {
  const { pathname, searchParams } = new URL(request.url);
  const name = searchParams.get('download');
  if (!name || !response.ok || !pathname.startsWith('/storage/v1/object/sign/')) return response;
  const encoded = encodeURIComponent(name);
  const named = new Response(response.body, response);
  named.headers.set('content-disposition', `attachment; filename=${encoded}; filename*=UTF-8''${encoded};`);
  return named;
}

const refuse = (statusCode: string, error: string, message: string, status = 400) =>
  Response.json({ statusCode, error, message }, { status });

const uploads = /^\/storage\/v1\/object\/(?:upload\/sign\/)?(?!upload\/|sign\/|list\/|info\/|copy$|move$)[^/]+\/(.+)$/;
const downloads = /^\/storage\/v1\/object\/(?:sign|public|authenticated)\//;

/** Hosted Storage allows ASCII letters and few signs in the name of a file; the embedded one allows any. */
function refuseName({ method, url }: Request): Response | null {
  const [, key = ''] = (['POST', 'PUT'].includes(method) && uploads.exec(new URL(url).pathname)) || [];
  const name = decodeURIComponent(key);
  return /^[\w/!\-.*'() &$@=;:+,?]*$/.test(name) ? null : refuse('400', 'InvalidKey', `Invalid key: ${name}`);
}

/** Hosted Storage answers an expired or changed link like this; the embedded one fails with 500. */
function refuseLink({ method, url }: Request, secret: string): Response | null {
  const { pathname, searchParams } = new URL(url);
  const token = searchParams.get('token');
  if (method === 'POST' || !token || !pathname.startsWith('/storage/v1/object/sign/')) return null;
  return verifyToken(token, secret) ? null : refuse('400', 'InvalidJWT', '"exp" claim timestamp check failed');
}

/** Hosted Storage serves a part of a file, so that a browser can resume a download; the embedded one sends all of it. */
function withAskedRange(request: Request, response: Response): Response {
  const range = request.headers.get('range');
  const isDownload = request.method === 'GET' && downloads.test(new URL(request.url).pathname);
  if (!range || !isDownload || response.status !== 200 || !response.body) return response;
  const size = Number(response.headers.get('content-length'));
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  // `-5` are the last five bytes.
  const start = first ? Number(first) : Math.max(size - Number(last), 0);
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1;
  if (!(start <= end)) {
    void response.body.cancel();
    return refuse('416', 'invalid_range', 'invalid range provided', 416);
  }
  let at = 0;
  const part = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const [from, to] = [Math.max(start - at, 0), Math.min(end + 1 - at, chunk.length)];
      if (from < to) controller.enqueue(chunk.subarray(from, to));
      at += chunk.length;
      if (at > end) controller.terminate();
    },
  });
  const headers = new Headers(response.headers);
  headers.set('content-range', `bytes ${start}-${end}/${size}`);
  headers.set('content-length', String(end + 1 - start));
  return new Response(response.body.pipeThrough(part), { status: 206, headers });
}

type Options = {
  databaseUrl: string;
  storageDir: string;
  jwtSecret: string;
  /** The embedded Storage itself. */
  serve: (request: Request) => Promise<Response>;
};

/** The embedded Storage with what the hosted one adds: resumable uploads, field names, links that do not overwrite,
 * parts of files. */
export function createEmbeddedStorage({ databaseUrl, storageDir, jwtSecret, serve }: Options) {
  const resumable = createResumable({ databaseUrl, storageDir, jwtSecret });
  const signedUploads = createSignedUploads(databaseUrl);
  return {
    async answer(request: Request): Promise<Response> {
      if (resumable.answers(request)) return resumable.answer(request);
      const refused = refuseName(request) ?? refuseLink(request, jwtSecret) ?? (await signedUploads.refuse(request));
      if (refused) return refused;
      const named = withAskedName(request, await withHostedFieldNames(request, await serve(request)));
      return withAskedRange(request, named);
    },
    stop: async () => void (await Promise.all([resumable.stop(), signedUploads.stop()])),
  };
}
