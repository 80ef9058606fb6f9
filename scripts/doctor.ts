import { join } from 'node:path';
import { readOptions } from '@unstore/processes';
import { checkEnv, splitList } from '../lib/core/env.ts';
import { lookAtAuthSettings, lookAtSignUp } from './doctor/auth.ts';
import { lookAtDatabase } from './doctor/database.ts';
import { lookAtEnvironment } from './doctor/environment.ts';
import { type Finding, findingsOf } from './doctor/finding.ts';
import { lookAtMail } from './doctor/mail.ts';
import { lookAtPayPal } from './doctor/paypal.ts';
import { readEnv, type Source } from './doctor/read-env.ts';
import { lookAtRedis } from './doctor/redis.ts';
import { print } from './doctor/report.ts';
import { lookAtShop } from './doctor/shop.ts';
import { lookAtStripe } from './doctor/stripe.ts';
import { tryShop } from './doctor/trial/run.ts';

// Reports problems of a deployment before the first customer does. Read-only; exits with 1 if something essential is
// missing. `--json` prints machine-readable findings, `--env-file` replaces the shop's own files. `--try` instead runs
// the steps of a first customer and a first creator, with an account that is deleted afterwards (docs/staging.md).

type Look = (value: (name: string) => string) => Promise<Finding[]>;

/** Checks one part of the shop, or reports the missing variables that prevent the check. */
function lookWith(source: Source) {
  const checked = checkEnv(source);
  const wrong = checked.ok ? [] : checked.problems.map(({ name }) => name);
  return async (area: string, names: string[], look: Look): Promise<Finding[]> => {
    const unusable = names.filter((name) => !source[name] || wrong.includes(name));
    if (unusable.length === 0) return look((name) => source[name] ?? '');
    const { missing } = findingsOf(area);
    const why = `${unusable.join(', ')} missing or wrong`;
    return [missing('not looked at', { why, fix: 'set what is named, and run it again' })];
  };
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

async function examine(source: Source, expanded: string[]): Promise<Finding[]> {
  const siteUrl = withoutSlash(source.SITE_URL ?? '');
  const isProduction = source.STORE_MODE !== 'local';
  const supabase = ['SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY'];
  const lookAt = lookWith(source);
  const parts = await Promise.all([
    lookAt('database', supabase, (value) =>
      lookAtDatabase({
        url: withoutSlash(value('SUPABASE_URL')),
        publishableKey: value('SUPABASE_PUBLISHABLE_KEY'),
        secretKey: value('SUPABASE_SECRET_KEY'),
        domains: splitList(source.ALLOWED_EMAIL_DOMAINS ?? ''),
      }),
    ),
    lookAt('accounts', ['SITE_URL', ...supabase], async (value) => {
      const supabaseUrl = withoutSlash(value('SUPABASE_URL'));
      const token = source.SUPABASE_ACCESS_TOKEN;
      return [
        ...(await lookAtSignUp(supabaseUrl, value('SUPABASE_PUBLISHABLE_KEY'))),
        ...(await lookAtAuthSettings({ supabaseUrl, siteUrl, token })),
      ];
    }),
    lookAt('Stripe', ['SITE_URL', 'STRIPE_SECRET_KEY'], (value) =>
      lookAtStripe({
        key: value('STRIPE_SECRET_KEY'),
        siteUrl,
        apiUrl: source.STRIPE_API_URL || undefined,
        isProduction,
      }),
    ),
    lookAt('PayPal', ['SITE_URL', 'PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'], (value) =>
      lookAtPayPal({
        id: value('PAYPAL_CLIENT_ID'),
        secret: value('PAYPAL_CLIENT_SECRET'),
        webhookId: value('PAYPAL_WEBHOOK_ID'),
        siteUrl,
        apiUrl: source.PAYPAL_API_URL || undefined,
        isProduction,
      }),
    ),
    lookAt('shop', ['SITE_URL', 'CRON_SECRET'], (value) => lookAtShop(siteUrl, value('CRON_SECRET'))),
    lookAt('mail', ['SMTP_URL'], (value) => lookAtMail(value('SMTP_URL'))),
    source.REDIS_URL ? lookAt('nodes', ['REDIS_URL'], (value) => lookAtRedis(value('REDIS_URL'))) : [],
  ]);
  return [...lookAtEnvironment(source, expanded), ...parts.flat()];
}

/** Runs the trial of `--try`; an interruption ends it, and it then deletes everything it created. */
async function tryWith(source: Source, options: { mail?: string; access?: string; anyway?: boolean }) {
  const { missing } = findingsOf('trial');
  const mailbox = options.mail ?? (source.STORE_MODE === 'local' ? 'prueba@gmail.com' : '');
  if (!mailbox.includes('@')) {
    const why = 'the account needs an address whose mails arrive, and reach nobody else';
    return [missing('not tried: no mailbox', { why, fix: 'name one of yours with --mail you@gmail.com' })];
  }
  const interrupted = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => interrupted.abort());
  return lookWith(source)('trial', ['SITE_URL', 'SUPABASE_URL', 'SUPABASE_SECRET_KEY'], (value) =>
    tryShop({
      siteUrl: withoutSlash(value('SITE_URL')),
      supabaseUrl: withoutSlash(value('SUPABASE_URL')),
      secretKey: value('SUPABASE_SECRET_KEY'),
      mailbox,
      access: options.access,
      anyway: options.anyway ?? false,
      signal: interrupted.signal,
    }),
  );
}

const { values } = readOptions({
  options: {
    json: { type: 'boolean' },
    'env-file': { type: 'string' },
    try: { type: 'boolean' },
    anyway: { type: 'boolean' },
    mail: { type: 'string' },
    access: { type: 'string' },
  },
});
const { source, names, expanded } = readEnv(join(import.meta.dirname, '..'), values['env-file']);
const findings = values.try ? await tryWith(source, values) : await examine(source, expanded);
const isReady = !findings.some(({ level }) => level === 'missing');
if (values.json) console.log(JSON.stringify({ ready: isReady, findings }, null, 2));
else console.log(`Read ${['the environment', ...names].join(', ')}.\n${print(findings)}`);
process.exitCode = isReady ? 0 : 1;
