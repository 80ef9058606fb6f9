import { tmpdir } from 'node:os';
import type { HttpBindings } from '@hono/node-server';
import { findAnyPorts } from '@unstore/processes';
import { urlAs } from '../../database/url-as.ts';
import { handOn, hasKey, invalidKey, type Keys, withRoleToken } from './hand-on.ts';
import { runProgram, startService } from './service.ts';
import type { Tokens } from './tokens.ts';

const programOf = (source: string, script: string, env: Record<string, string>) => ({
  command: process.execPath,
  args: ['--import', 'tsx', script],
  cwd: source,
  env,
});

const settingsOf = (databaseUrl: string, folder: string, secret: string, largest: string) => ({
  DATABASE_URL: urlAs(databaseUrl, 'supabase_storage_admin'),
  DB_INSTALL_ROLES: 'false',
  AUTH_JWT_SECRET: secret,
  STORAGE_BACKEND: 'file',
  STORAGE_FILE_BACKEND_PATH: folder,
  STORAGE_S3_REGION: 'local',
  STORAGE_S3_BUCKET: 'local',
  UPLOAD_FILE_SIZE_LIMIT: largest,
  LOG_LEVEL: 'warn',
});

/** Creates the tables of Storage by its own migrations. */
export function migrateStorage(source: string, databaseUrl: string): Promise<void> {
  const env = settingsOf(databaseUrl, tmpdir(), 'unused'.repeat(6), '0');
  return runProgram(programOf(source, 'src/scripts/migrate-call.ts', env));
}

type Options = {
  source: string;
  databaseUrl: string;
  folder: string;
  apiUrl: string;
  keys: Keys;
  tokens: Tokens;
  /** Bytes of the largest file (`storage.file_size_limit`). */
  mostBytes: number;
  log: string;
};

/** Routes of signed links, which need no key. */
const open = /^\/(?:object\/(?:public|sign|upload\/sign)\/|upload\/resumable\/sign)/;

/** Starts the real Storage on a folder, behind an emulation of the hosted gateway. */
export async function startRealStorage(options: Options) {
  const { source, databaseUrl, folder, apiUrl, keys, tokens, log } = options;
  const largest = String(options.mostBytes);
  const ports = await findAnyPorts('storage', 'admin');
  const env = {
    ...settingsOf(databaseUrl, folder, keys.jwt, largest),
    SERVER_HOST: '127.0.0.1',
    SERVER_PORT: String(ports.storage),
    SERVER_ADMIN_PORT: String(ports.admin),
    SERVER_REGION: 'local',
    ANON_KEY: tokens.roleToken('anon'),
    SERVICE_KEY: tokens.roleToken('service_role'),
    UPLOAD_FILE_SIZE_LIMIT_STANDARD: largest,
    UPLOAD_SIGNED_URL_EXPIRATION_TIME: '7200',
    TUS_URL_PATH: '/upload/resumable',
    TUS_URL_EXPIRY_MS: String(86_400_000),
    STORAGE_PUBLIC_URL: apiUrl,
    REQUEST_ALLOW_X_FORWARDED_PATH: 'true',
    PG_QUEUE_ENABLE: 'false',
    IMAGE_TRANSFORMATION_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
    ICEBERG_ENABLED: 'false',
    VECTOR_ENABLED: 'false',
  };
  const url = `http://127.0.0.1:${ports.storage}`;
  const service = await startService(programOf(source, 'src/start/server.ts', env), { url, health: '/status', log });
  return {
    async answer(request: Request, { incoming }: HttpBindings): Promise<Response> {
      // The path as sent: `URL` has resolved `..`.
      const path = (incoming.url ?? '').slice('/storage/v1'.length);
      const headers = new Headers(request.headers);
      if (!hasKey(headers, keys) && !headers.has('authorization') && !open.test(path)) return invalidKey();
      withRoleToken(headers, keys, tokens);
      headers.set('x-forwarded-host', new URL(apiUrl).host);
      headers.set('x-forwarded-prefix', '/storage/v1');
      headers.set('x-forwarded-path', `/storage/v1${path.split('?')[0]}`);
      return handOn(url + path, request, headers);
    },
    stop: service.stop,
  };
}
