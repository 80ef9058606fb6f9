import { type HttpBindings, serve } from '@hono/node-server';
import { App, setExperimental } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import postgres from 'postgres';
import { readStatementLimits, urlAs } from '../database/platform.ts';
import { emulateGoogle, googleSettings } from './auth/google.ts';
import { createAuthLimits } from './auth/limits.ts';
import { mailer, withMails } from './auth/mail.ts';
import { createAuthMfa } from './auth/mfa.ts';
import { createResend } from './auth/resend.ts';
import { createAuthRules } from './auth/rules.ts';
import { createFaults } from './faults.ts';
import { answerErrorsAsHosted, createHostedAnswers } from './hosted-answers.ts';
import { createObjectStore } from './object-store.ts';
import { hastenRequests, withRestCall } from './request-settings.ts';
import { createResumable } from './resumable.ts';
import { createSignedUploads } from './signed-upload.ts';

export type Api = { url: string; stop: () => Promise<void> };

export type ApiOptions = {
  databaseUrl: string;
  storageDir: string;
  port: number;
  siteUrl: string;
  keys: { publishable: string; secret: string; jwt: string };
  /** Enables the fault injection of tests, and a record of calls. */
  withFaults?: boolean;
  /** Enables Google, with an emulator. */
  withGoogle?: boolean;
  /** Enables rate limits per address, as in the hosted service. */
  addressLimits?: boolean;
};

/**
 * On its first request the embedded API grants all tables to visitors, which would undo the column grants of the
 * migrations. This marks it as done.
 */
function keepColumnGrants(connection: object): void {
  if (!('rlsState' in connection)) throw new Error('The embedded API has changed: check that column grants survive.');
  connection.rlsState = 'active';
}

async function readLimits(databaseUrl: string): Promise<Record<string, string>> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    return await readStatementLimits(sql);
  } finally {
    await sql.end();
  }
}

/** Grace period for in-flight queries at shutdown, in seconds. */
const secondsToEnd = 0.5;

/**
 * Closes the database connections without waiting for all of them: a transaction of a killed caller never ends. Closing
 * a connection that is just being opened would fail unhandled.
 */
async function endConnections(connection: object): Promise<void> {
  if (!('driver' in connection)) throw new Error('The embedded API has changed: check how its connections end.');
  await (connection.driver as postgres.Sql).end({ timeout: secondsToEnd });
}

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

type Answer = (request: Request, bindings: HttpBindings) => Promise<Response>;

/** Wraps the API with the fault injection of tests. */
function withFaults(databaseUrl: string, answer: Answer): { answer: Answer; stop: () => Promise<void> } {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const faults = createFaults(async (refreshToken) => {
    const [found] = await sql`select user_id::text as id from auth.refresh_tokens where token = ${refreshToken}`;
    return found?.id ?? null;
  });
  return {
    answer: (request, bindings) =>
      faults.answer(
        request,
        (passed) => answer(passed, bindings),
        () => void bindings.incoming.socket.destroy(),
      ),
    stop: () => sql.end({ timeout: 0 }),
  };
}

/** Starts the embedded Supabase API (REST, Auth, Storage) on a database of `preparePlatform`. */
export async function startApi(options: ApiOptions): Promise<Api> {
  const { storageDir, port, siteUrl, keys, addressLimits = false } = options;
  const databaseUrl = urlAs(options.databaseUrl, 'local_services');
  setExperimental('storage', true);
  const connection = createPostgresConnection({ url: databaseUrl, postgresOptions: { max: 20, onnotice: () => {} } });
  const resend = createResend(databaseUrl);
  const app = new App({
    connection,
    auth: {
      enabled: true,
      jwt_secret: keys.jwt,
      publishable_key: keys.publishable,
      secret_key: keys.secret,
      site_url: siteUrl,
      additional_redirect_urls: [`${siteUrl}/**`],
      email: { enable_confirmations: true, double_confirm_changes: false },
      ...(options.withGoogle ? { external: { google: googleSettings(`http://127.0.0.1:${port}`) } } : {}),
    },
    storage: { enabled: true, file_size_limit: '5GiB' },
    studio: { enabled: false },
    options: { server: { admin: false, disableStudio: true }, drivers: { email: mailer } },
  } as ConstructorParameters<typeof App>[0]);
  app._storageAdapter = createObjectStore(storageDir);
  const resumable = createResumable({ databaseUrl, storageDir, jwtSecret: keys.jwt });
  const signedUploads = createSignedUploads(databaseUrl);
  const rules = createAuthRules(databaseUrl, resend);
  const mailSql = postgres(databaseUrl, { max: 2, onnotice: () => {} });
  const limits = await readLimits(databaseUrl);
  const hosted = createHostedAnswers({ databaseUrl, keys, limits });
  answerErrorsAsHosted(connection);
  const peers = new WeakMap<Request, string | null>();
  // The second factor is checked first, as in the hosted service.
  const mfa = await createAuthMfa(databaseUrl, siteUrl, keys.jwt, (request) =>
    rules.apply(request, async (allowed) => app.fetch(allowed, { peerAddress: peers.get(request) ?? null })),
  );
  const serveRest = async (request: Request) => app.fetch(request);
  const refuse = addressLimits ? createAuthLimits(keys.secret) : () => null;
  const answerCall: Answer = async (request, { incoming }) => {
    const peerAddress = incoming.socket.remoteAddress ?? null;
    const refusal = refuse(request, peerAddress);
    if (refusal) return refusal;
    if (resumable.answers(request)) return resumable.answer(request);
    const taken = await signedUploads.refuse(request);
    if (taken) return taken;
    const { pathname: path } = new URL(request.url);
    const call = { method: request.method, path, headers: incoming.headers };
    if (path.startsWith('/rest/v1/')) return withRestCall(call, () => hosted.apply(request, call, serveRest));
    peers.set(request, peerAddress);
    const isResend = resend.answers(request);
    const response = await withMails({ sql: mailSql, siteUrl }, request, () =>
      isResend ? resend.answer(request) : mfa.answer(request),
    );
    return withAskedName(request, await withHostedFieldNames(request, response));
  };
  keepColumnGrants(connection);
  hastenRequests(connection, limits);
  await app.init();
  const google = options.withGoogle ? emulateGoogle() : null;
  const faults = options.withFaults ? withFaults(databaseUrl, answerCall) : null;
  const answer = faults?.answer ?? answerCall;

  const server = await new Promise<ReturnType<typeof serve>>((resolve, reject) => {
    const listening = serve(
      {
        port,
        hostname: '127.0.0.1',
        fetch: (request, env) => answer(request, env as HttpBindings),
      },
      () => resolve(listening),
    );
    listening.on('error', reject);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
      await google?.stop();
      await rules.stop();
      await mfa.stop();
      await mailSql.end({ timeout: 0 });
      await faults?.stop();
      await hosted.stop();
      await resumable.stop();
      await signedUploads.stop();
      await endConnections(connection);
    },
  };
}
