import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { textFromBase64 } from './http/base64url.ts';

/** Keys are sent in headers, which allow no other characters. */
const secret = (purpose: string) =>
  z
    .string({ error: `missing: ${purpose}` })
    .min(8, `too short: ${purpose}`)
    .regex(/^[!-~]*$/, `has spaces or characters that no key has: ${purpose}`);
const address = (purpose: string) =>
  z.url({
    protocol: /^https?$/,
    error: ({ input }) => `${input ? 'not an http address' : 'missing'}: ${purpose}`,
  });
/** A key with a known prefix. */
const prefixed = (prefix: RegExp, shape: string, purpose: string) =>
  secret(purpose).regex(prefix, `does not begin with ${shape}: ${purpose}`);

type SupabaseKey = 'publishable' | 'secret';

/** The role in a legacy key, which is a JWT. */
function roleOf(key: string): unknown {
  try {
    return JSON.parse(textFromBase64(key.split('.')[1] ?? '')).role;
  } catch {
    return undefined;
  }
}

function isKey(kind: SupabaseKey, key: string): boolean {
  return key.startsWith(`sb_${kind}_`) || roleOf(key) === (kind === 'secret' ? 'service_role' : 'anon');
}

/** Refuses the other key of the project. Keys of self-hosted projects are not checked. */
const supabaseKey = (wanted: SupabaseKey, purpose: string) => {
  const other = wanted === 'secret' ? 'publishable' : 'secret';
  return secret(purpose).refine((key) => !isKey(other, key), `this is the ${other} key; wanted is ${purpose}`);
};

/** The address without a trailing slash. */
const base = (purpose: string) => address(purpose).transform((url) => url.replace(/\/+$/, ''));

/** The shop's own address: a scheme and a host. */
const site = (purpose: string) =>
  base(purpose)
    .refine((url) => /^https?:\/\/[^/?#@]+$/i.test(url), `not the root of a host: ${purpose}`)
    .transform((url) => new URL(url).origin);

/** True for a URL with a host, which `URL` does not require of these protocols, and a name and password that decode. */
function isServer(text: string, protocol: RegExp, path: RegExp): boolean {
  try {
    const url = new URL(text);
    decodeURIComponent(url.username + url.password);
    return protocol.test(url.protocol) && url.hostname !== '' && path.test(url.pathname);
  } catch {
    return false;
  }
}

const server = (protocol: RegExp, example: string, path = /^\/?$/) =>
  z.string().refine((text) => isServer(text, protocol, path), `not an address such as ${example}`);

/** Splits a list at its commas. */
export const splitList = (list: string): string[] =>
  list
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean);

const emailDomains = 'gmail.com,hotmail.com,outlook.com,yahoo.com,icloud.com';

/** A number of proxies, or networks as in `10.0.0.0/8, 2001:db8::/32`; a single address is its own network. */
const proxies = z.string().transform((text, context) => {
  if (/^(?:\d|10)$/.test(text.trim())) return Number(text);
  const isAddress = (part: string) => ipaddr.IPv4.isValidFourPartDecimal(part) || ipaddr.IPv6.isValid(part);
  const parts = text.split(',').map((part) => part.trim());
  const ranges = parts.map((part) => (isAddress(part) ? `${part}/${part.includes(':') ? 128 : 32}` : part));
  if (!ranges.every((range) => ipaddr.isValidCIDR(range))) {
    context.addIssue('not a number of proxies from 0 to 10, or their networks');
  }
  return ranges;
});

/** A mail address, optionally with a name. */
const sender = z
  .string()
  .refine(
    (text) => z.email().safeParse(/^[^<>]*<([^<>]+)>$/.exec(text)?.[1] ?? text).success,
    'not a sender such as UnStore <hola@unstore.example>',
  );

const actionsKey = 'not 32 bytes in base64, as `openssl rand -base64 32` makes them';

const mailServer = 'smtps://user:password@host:465';

const schema = z.object({
  STORE_MODE: z.enum(['local', 'production']).default('production'),
  SITE_URL: site('the public address of the shop, such as https://unstore.example'),
  SUPABASE_URL: base('the address of the Supabase project'),
  SUPABASE_PUBLISHABLE_KEY: supabaseKey('publishable', 'the publishable key of the Supabase project'),
  SUPABASE_SECRET_KEY: supabaseKey('secret', 'the secret key of the Supabase project; used on the server only'),
  STRIPE_SECRET_KEY: prefixed(/^[rs]k_/, 'sk_ or rk_', 'the secret key of the Stripe account that takes card payments'),
  STRIPE_WEBHOOK_SECRET: prefixed(/^whsec_/, 'whsec_', 'the signing secret of the Stripe webhook endpoint'),
  STRIPE_API_URL: address('another address for the Stripe API: the local simulator').optional(),
  PAYPAL_CLIENT_ID: secret('the client id of the PayPal app that takes payments and sends payouts'),
  PAYPAL_CLIENT_SECRET: secret('the secret of the PayPal app'),
  PAYPAL_WEBHOOK_ID: secret('the id of the PayPal webhook; without it no signature could be checked'),
  PAYPAL_API_URL: address('another address for the PayPal API: the sandbox or the local simulator').optional(),
  SMTP_URL: z
    .string({ error: `missing: the mail server, such as ${mailServer}` })
    .refine((text) => isServer(text, /^smtps?:$/, /^\/?$/), `not an address of a mail server, such as ${mailServer}`),
  LOCAL_MAILBOX_URL: address('the mailbox of the local shop').optional(),
  MAIL_FROM: sender.default('UnStore <hola@unstore.local>'),
  SUPPORT_EMAIL: z.email().default('soporte@unstore.local'),
  CRON_SECRET: secret('the secret that the scheduler sends to /api/cron'),
  ALLOWED_EMAIL_DOMAINS: z
    .string()
    .default(emailDomains)
    .transform(splitList)
    .refine(
      (domains) => domains.length > 0 && domains.every((domain) => z.regexes.domain.test(domain)),
      'not domains such as gmail.com, separated by commas',
    ),
  TRUSTED_PROXIES: proxies.default(0),
  ADDRESS_LIMIT_FACTOR: z.coerce.number().min(1).default(1),
  REDIS_URL: server(/^rediss?:$/, 'redis://127.0.0.1:6379', /^(?:\/\d*)?$/)
    .optional()
    .describe('the Redis or Valkey that several nodes share'),
  CLAMD_URL: server(/^tcp:$/, 'tcp://127.0.0.1:3310')
    .optional()
    .describe('the ClamAV that scans the files of creators'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'not an address such as http://127.0.0.1:4318' })
    .optional(),
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: z
    .base64({ error: actionsKey })
    .refine((key) => [24, 32, 44].includes(key.length), actionsKey)
    .optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export type Env = z.infer<typeof schema>;

export type EnvProblem = { name: string; message: string };

/** Checks that depend on the mode: real money or a simulator. */
function findModeProblems(given: Record<string, string | undefined>): EnvProblem[] {
  const isLocal = given.STORE_MODE === 'local';
  const must = (name: string, message: string) => (given[name] ? [] : [{ name, message: `missing: ${message}` }]);
  const mustNot = (name: string, message: string) => (given[name] ? [{ name, message }] : []);
  if (isLocal) {
    return ['STRIPE_API_URL', 'PAYPAL_API_URL'].flatMap((name) =>
      must(name, 'with STORE_MODE=local the address of the payment simulator'),
    );
  }
  return [
    ...mustNot('STRIPE_API_URL', 'a payment simulator is only allowed with STORE_MODE=local'),
    ...(Number(given.ADDRESS_LIMIT_FACTOR ?? 1) > 1
      ? mustNot(
          'ADDRESS_LIMIT_FACTOR',
          'limits are only widened with STORE_MODE=local, where everybody has one address',
        )
      : []),
    ...must('MAIL_FROM', 'the sender of receipts, such as "UnStore <hola@unstore.example>"'),
    ...must('SUPPORT_EMAIL', 'where customers write to'),
    ...(given.REDIS_URL
      ? must('NEXT_SERVER_ACTIONS_ENCRYPTION_KEY', 'several nodes need the same key (`openssl rand -base64 32`)')
      : []),
  ];
}

/** Values in quotes: a shell removes them, `docker run --env-file` keeps them. */
const findQuotes = (given: Record<string, string | undefined>): EnvProblem[] =>
  Object.keys(schema.shape)
    .filter((name) => /^(["']).*\1$/.test(given[name] ?? ''))
    .map((name) => ({ name, message: 'in quotes, which are no part of it: deploy/README.md, "Container"' }));

/**
 * Checks environment variables. Real payment keys are required unless STORE_MODE is `local`, which requires the address
 * of the payment simulator, so that a test never charges a card.
 *
 * @returns the environment, or every invalid variable with its purpose
 */
export function checkEnv(
  source: Record<string, string | undefined>,
): { ok: true; env: Env } | { ok: false; problems: EnvProblem[] } {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  const problems = (parsed.error?.issues ?? []).map(({ path, message }) => ({ name: path.join('.'), message }));
  problems.push(...findModeProblems(given), ...findQuotes(given));
  return parsed.success && problems.length === 0 ? { ok: true, env: parsed.data } : { ok: false, problems };
}

/**
 * Checks environment variables for a start.
 *
 * @throws an Error that names every invalid variable and its purpose
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const checked = checkEnv(source);
  if (checked.ok) return checked.env;
  const lines = checked.problems.map(({ name, message }) => `  ${name}: ${message}`);
  throw new Error(`The environment is not complete (see .env.example, and \`npm run doctor\`):\n${lines.join('\n')}`);
}

let checked: Env | undefined;

/** The checked environment. Code that Next.js loads outside its bundle reads `process.env` itself. */
export function env(): Env {
  checked ??= parseEnv(process.env);
  return checked;
}

/** True if `next build` is rendering pages. */
export const isBuilding = (): boolean => process.env.NEXT_PHASE === 'phase-production-build';

/** True if this is the development server. */
export const isDevelopment = process.env.NODE_ENV === 'development';
