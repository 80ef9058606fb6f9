import { join } from 'node:path';
import { type HttpBindings, serve } from '@hono/node-server';
import { App, setExperimental } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import postgres from 'postgres';
import { bytesOf, type Config, readConfig } from '../config.ts';
import { readPreRequest, readStatementLimits } from '../database/platform.ts';
import { urlAs } from '../database/url-as.ts';
import { createEmbeddedAuth } from './auth/embedded.ts';
import { emulateGoogle, googleSettings } from './auth/google.ts';
import { mailer, type OnMail, type SentMail } from './auth/mail.ts';
import { createEmbeddedStorage } from './embedded-storage.ts';
import { createFaults } from './faults.ts';
import { answerErrorsAsHosted, createHostedAnswers } from './hosted-answers.ts';
import { createObjectStore } from './object-store.ts';
import { startRealAuth } from './real/auth.ts';
import { chooseRealServices } from './real/choice.ts';
import { withSharedToken } from './real/hand-on.ts';
import { startRealRest } from './real/rest.ts';
import { startRealStorage } from './real/storage.ts';
import { createTokens } from './real/tokens.ts';
import { hastenRequests, withRestCall } from './request-settings.ts';
import type { RoleSettings } from './rest-call.ts';

export type Api = { url: string; stop: () => Promise<void> };

export type ApiOptions = {
  databaseUrl: string;
  storageDir: string;
  port: number;
  /** Address of the application, to which links of mails lead. */
  siteUrl: string;
  keys: { publishable: string; secret: string; jwt: string };
  /** A `supabase/config.toml`; by default the settings of the Supabase CLI. */
  configFile?: string | undefined;
  /** Takes the mails of a project without the hook `send_email`; by default they are printed. */
  onMail?: OnMail | undefined;
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

async function readSettings(databaseUrl: string): Promise<RoleSettings> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    return { limits: await readStatementLimits(sql), preRequest: await readPreRequest(sql) };
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

type Serve = (request: Request, peer: string | null) => Promise<Response>;
type Part<Answer> = { answer: Answer; stop: () => Promise<void> };

const printMail = ({ kind, to, link, code }: SentMail) => console.log(`Auth: ${kind} for ${to}: ${link ?? code}`);

/** Auth, REST and Storage: the real ones from the environment variables, otherwise the embedded ones. */
async function startParts(
  options: ApiOptions,
  config: Config,
  databaseUrl: string,
  serve: Serve,
  embeddedRest: Part<Answer>,
) {
  const { storageDir, port, siteUrl, keys, onMail = printMail, addressLimits = false } = options;
  const { authBinary, restBinary, storageSource } = chooseRealServices();
  const tokens = createTokens(keys.jwt);
  const apiUrl = `http://127.0.0.1:${port}`;
  const logOf = (name: string) => join(storageDir, 'logs', `${name}.log`);
  const real = { databaseUrl, apiUrl, keys, tokens };
  const auth: Part<Serve> = authBinary
    ? await startRealAuth({
        ...real,
        binary: authBinary,
        config: config.auth,
        siteUrl,
        addressLimits,
        log: logOf('auth'),
      })
    : createEmbeddedAuth({ databaseUrl, siteUrl, keys, config: config.auth, onMail, addressLimits, serve });
  const storage: Part<Answer> = storageSource
    ? await startRealStorage({
        ...real,
        source: storageSource,
        folder: join(storageDir, 'real'),
        mostBytes: bytesOf(config.storage.file_size_limit),
        log: logOf('storage'),
      })
    : createEmbeddedStorage({ databaseUrl, storageDir, jwtSecret: keys.jwt, serve: (request) => serve(request, null) });
  const rest: Part<Answer> = restBinary
    ? await startRealRest({ ...real, binary: restBinary, config: config.api, log: logOf('rest') })
    : embeddedRest;
  /** The other services do not accept a token of the real Auth without this conversion. */
  const asAccepted = async (request: Request) => {
    if (!authBinary || !request.headers.has('authorization')) return request;
    const headers = new Headers(request.headers);
    await withSharedToken(headers, tokens);
    return new Request(request, { headers });
  };
  const stop = async () => void (await Promise.all([auth, rest, storage].map((part) => part.stop())));
  return { auth, rest, storage, asAccepted, stop };
}

/** Starts the embedded Supabase API (REST, Auth, Storage) on a database of `preparePlatform`. */
export async function startApi(options: ApiOptions): Promise<Api> {
  const { storageDir, port, siteUrl, keys } = options;
  const databaseUrl = urlAs(options.databaseUrl, 'local_services');
  const config = await readConfig(options.configFile);
  const { enable_confirmations, double_confirm_changes } = config.auth.email;
  setExperimental('storage', true);
  const connection = createPostgresConnection({ url: databaseUrl, postgresOptions: { max: 20, onnotice: () => {} } });
  const app = new App({
    connection,
    auth: {
      enabled: true,
      jwt_secret: keys.jwt,
      publishable_key: keys.publishable,
      secret_key: keys.secret,
      site_url: siteUrl,
      additional_redirect_urls: [`${siteUrl}/**`],
      email: { enable_confirmations, double_confirm_changes },
      ...(options.withGoogle ? { external: { google: googleSettings(`http://127.0.0.1:${port}`) } } : {}),
    },
    api: { max_rows: config.api.max_rows },
    storage: { enabled: true, file_size_limit: config.storage.file_size_limit },
    studio: { enabled: false },
    options: { server: { admin: false, disableStudio: true }, drivers: { email: mailer } },
  } as ConstructorParameters<typeof App>[0]);
  app._storageAdapter = createObjectStore(storageDir);
  const settings = await readSettings(databaseUrl);
  const hosted = createHostedAnswers({ databaseUrl, keys, settings, mostRows: config.api.max_rows });
  answerErrorsAsHosted(connection);
  const answerRest: Answer = async (request, { incoming }) => {
    const { method, url } = request;
    const authorization = request.headers.get('authorization') ?? undefined;
    const call = { method, path: new URL(url).pathname, headers: { ...incoming.headers, authorization } };
    return withRestCall(call, () => hosted.apply(request, call, async (asked) => app.fetch(asked)));
  };
  const parts = await startParts(
    options,
    config,
    databaseUrl,
    async (request, peerAddress) => app.fetch(request, { peerAddress }),
    { answer: answerRest, stop: async () => {} },
  );
  const answerCall: Answer = async (request, bindings) => {
    const { pathname } = new URL(request.url);
    const peer = bindings.incoming.socket.remoteAddress ?? null;
    if (pathname.startsWith('/auth/v1/')) return parts.auth.answer(request, peer);
    const accepted = await parts.asAccepted(request);
    if (pathname.startsWith('/storage/v1/')) return parts.storage.answer(accepted, bindings);
    if (pathname.startsWith('/rest/v1/')) return parts.rest.answer(accepted, bindings);
    return app.fetch(accepted, { peerAddress: peer });
  };
  keepColumnGrants(connection);
  hastenRequests(connection, settings);
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
      await parts.stop();
      await faults?.stop();
      await hosted.stop();
      await endConnections(connection);
    },
  };
}
