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

type Options = {
  databaseUrl: string;
  storageDir: string;
  jwtSecret: string;
  /** The embedded Storage itself. */
  serve: (request: Request) => Promise<Response>;
};

/** The embedded Storage with what the hosted one adds: resumable uploads, field names, links that do not overwrite. */
export function createEmbeddedStorage({ databaseUrl, storageDir, jwtSecret, serve }: Options) {
  const resumable = createResumable({ databaseUrl, storageDir, jwtSecret });
  const signedUploads = createSignedUploads(databaseUrl);
  return {
    async answer(request: Request): Promise<Response> {
      if (resumable.answers(request)) return resumable.answer(request);
      const taken = await signedUploads.refuse(request);
      if (taken) return taken;
      return withAskedName(request, await withHostedFieldNames(request, await serve(request)));
    },
    stop: async () => void (await Promise.all([resumable.stop(), signedUploads.stop()])),
  };
}
