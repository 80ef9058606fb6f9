import { dirname } from 'node:path';
import { findAnyPorts } from '@unstore/processes';
import type { Config } from '../../config.ts';
import { urlAs } from '../../database/url-as.ts';
import { handOn, hasKey, invalidKey, type Keys, withRoleToken } from './hand-on.ts';
import { runProgram, startService } from './service.ts';
import type { Tokens } from './tokens.ts';

/** The settings of a project as variables of Auth. */
export function settingsOf(auth: Config['auth']): Record<string, string> {
  const settings: Record<string, string | number | boolean> = {
    DISABLE_SIGNUP: !auth.enable_signup,
    PASSWORD_MIN_LENGTH: auth.minimum_password_length,
    RATE_LIMIT_EMAIL_SENT: auth.rate_limit.email_sent,
    RATE_LIMIT_TOKEN_REFRESH: auth.rate_limit.token_refresh,
    MAILER_AUTOCONFIRM: !auth.email.enable_confirmations,
    MAILER_SECURE_EMAIL_CHANGE_ENABLED: auth.email.double_confirm_changes,
    MAILER_OTP_EXP: auth.email.otp_expiry,
    SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: auth.email.require_current_password,
    MFA_MAX_ENROLLED_FACTORS: auth.mfa.max_enrolled_factors,
    MFA_TOTP_ENROLL_ENABLED: auth.mfa.totp.enroll_enabled,
    MFA_TOTP_VERIFY_ENABLED: auth.mfa.totp.verify_enabled,
  };
  for (const [name, { enabled, uri }] of Object.entries(auth.hook)) {
    settings[`HOOK_${name.toUpperCase()}_ENABLED`] = enabled;
    settings[`HOOK_${name.toUpperCase()}_URI`] = uri;
  }
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [`GOTRUE_${name}`, String(value)]));
}

const databaseOf = (databaseUrl: string) => ({
  GOTRUE_DB_DRIVER: 'postgres',
  DATABASE_URL: urlAs(databaseUrl, 'supabase_auth_admin'),
  GOTRUE_DB_MAX_POOL_SIZE: '20',
  DB_NAMESPACE: 'auth',
});

/** Creates the tables of Auth by its own migrations, which the binary contains. */
export function migrateAuth(binary: string, databaseUrl: string): Promise<void> {
  const unused = {
    GOTRUE_JWT_SECRET: 'unused'.repeat(6),
    GOTRUE_SITE_URL: 'http://localhost',
    API_EXTERNAL_URL: 'http://localhost',
  };
  const env = { ...databaseOf(databaseUrl), ...unused, GOTRUE_LOG_LEVEL: 'warn' };
  return runProgram({ command: binary, args: ['migrate'], cwd: dirname(binary), env });
}

type Options = {
  binary: string;
  config: Config['auth'];
  databaseUrl: string;
  siteUrl: string;
  apiUrl: string;
  keys: Keys;
  tokens: Tokens;
  log: string;
  /** Counts calls by the address of the visitor. */
  addressLimits: boolean;
};

/** Paths that a browser opens without a key. */
const open = ['/verify', '/callback', '/authorize', '/health', '/.well-known/jwks.json'];

/** Starts the real Auth with the settings of the project, behind an emulation of the hosted gateway. */
export async function startRealAuth(options: Options) {
  const { binary, config, databaseUrl, siteUrl, apiUrl, keys, tokens, addressLimits } = options;
  const { auth: port } = await findAnyPorts('auth');
  const externalUrl = `${apiUrl}/auth/v1`;
  const env = {
    ...databaseOf(databaseUrl),
    ...settingsOf(config),
    GOTRUE_JWT_SECRET: keys.jwt,
    GOTRUE_JWT_KEYS: tokens.authKeys,
    GOTRUE_JWT_VALID_METHODS: 'HS256,ES256',
    GOTRUE_JWT_EXP: '3600',
    GOTRUE_JWT_AUD: 'authenticated',
    GOTRUE_JWT_DEFAULT_GROUP_NAME: 'authenticated',
    GOTRUE_JWT_ADMIN_ROLES: 'service_role',
    GOTRUE_JWT_ISSUER: externalUrl,
    GOTRUE_API_HOST: '127.0.0.1',
    PORT: String(port),
    API_EXTERNAL_URL: externalUrl,
    GOTRUE_SITE_URL: siteUrl,
    GOTRUE_EXTERNAL_EMAIL_ENABLED: 'true',
    GOTRUE_EXTERNAL_PHONE_ENABLED: 'false',
    GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: '10',
    GOTRUE_LOG_LEVEL: 'info',
    ...(addressLimits
      ? { GOTRUE_RATE_LIMIT_HEADER: 'X-Forwarded-For', GOTRUE_SECURITY_SB_FORWARDED_FOR_ENABLED: 'true' }
      : {}),
  };
  const url = `http://127.0.0.1:${port}`;
  const program = { command: binary, args: ['serve'], cwd: dirname(binary), env };
  const service = await startService(program, { url, health: '/health', log: options.log });
  return {
    answer(request: Request, peer: string | null): Promise<Response> {
      const { pathname, search } = new URL(request.url);
      const path = pathname.slice('/auth/v1'.length);
      const headers = new Headers(request.headers);
      if (!hasKey(headers, keys)) {
        if (!open.includes(path)) return Promise.resolve(invalidKey());
      }
      withRoleToken(headers, keys, tokens);
      // The gateway trusts the header only with the secret key.
      if (headers.get('apikey') !== keys.secret) headers.delete('sb-forwarded-for');
      headers.set('x-forwarded-for', peer ?? '');
      return handOn(url + path + search, request, headers);
    },
    stop: service.stop,
  };
}
