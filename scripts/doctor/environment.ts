import { checkEnv } from '../../lib/core/env.ts';
import { type Finding, findingsOf } from './finding.ts';
import type { Source } from './read-env.ts';

const { ok, warn, missing, judge } = findingsOf('environment');

const isLoopback = (url: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);

function lookAtSiteUrl(text: string): Finding[] {
  if (!URL.canParse(text)) return [];
  const url = new URL(text);
  return [
    judge(
      url.protocol === 'https:' || isLoopback(url),
      'SITE_URL is served by https',
      missing('SITE_URL is not https', {
        why: 'sessions travel in the open, and Stripe and PayPal send no webhooks to such an address',
        fix: 'put a proxy with a certificate in front, and set SITE_URL to its https address',
      }),
    ),
    ...(text.endsWith('/')
      ? [
          warn('SITE_URL ends with a slash', {
            why: 'the shop takes it away, but `npx supabase config push` writes it into the links of account mails',
            fix: 'write it without the slash at the end',
          }),
        ]
      : []),
  ];
}

/** Detects unchanged values of `.env.example`. */
const isExample = (value: string | undefined) =>
  value !== undefined &&
  (value.endsWith('...') || /\byour-project\b|@mail\.example\b|\bunstore\.example\b/.test(value));

/**
 * Validates every variable as the start of the shop does, plus checks that the start cannot make.
 *
 * @param expanded names of values with a `$` in the files
 */
export function lookAtEnvironment(source: Source, expanded: string[]): Finding[] {
  const checked = checkEnv(source);
  const problems = checked.ok
    ? [ok('every variable is there')]
    : checked.problems.map(({ name, message }) =>
        missing(`${name}: ${message}`, {
          why: 'the shop does not start without it',
          fix: `set ${name} (.env.example explains it)`,
        }),
      );
  const examples = Object.keys(source)
    .filter((name) => /^[A-Z_]+$/.test(name) && isExample(source[name]))
    .map((name) =>
      missing(`${name} still holds the example`, {
        why: 'it was copied from .env.example and belongs to nobody',
        fix: `set ${name} (.env.example explains it)`,
      }),
    );
  const isProduction = source.STORE_MODE !== 'local';
  const key = source.SUPABASE_SECRET_KEY ?? '';
  return [
    ...problems,
    ...examples,
    ...expanded.map((name) =>
      missing(`${name} has a $ in its file`, {
        why: 'the shop and shells read it as the name of a variable, systemd and `docker run` do not',
        fix: 'write %24 in an address, and choose another value for a secret',
      }),
    ),
    ...(isProduction
      ? []
      : [
          warn('STORE_MODE is local', {
            why: 'payments go to a simulator: nobody pays',
            fix: 'leave STORE_MODE out, or set it to production',
          }),
        ]),
    ...lookAtSiteUrl(source.SITE_URL ?? ''),
    ...(key && !key.startsWith('sb_secret_')
      ? [
          warn('SUPABASE_SECRET_KEY is a key of the older kind', {
            why: 'Auth believes visitors’ addresses with a key that begins with sb_secret_ only: all share one limit',
            fix: 'make a secret key under Project Settings, API Keys, and use it and the publishable key',
          }),
        ]
      : []),
    ...(isProduction && !source.TRUSTED_PROXIES
      ? [
          warn('TRUSTED_PROXIES is not set', {
            why: 'behind a proxy all visitors then seem to come from one address, and share the limits of one',
            fix: 'set how many proxies stand in front, or their networks; 0 if visitors reach the server itself',
          }),
        ]
      : []),
  ];
}
