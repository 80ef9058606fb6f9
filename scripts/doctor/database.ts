import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Finding, findingsOf, messageOf } from './finding.ts';

const { ok, warn, missing, judge } = findingsOf('database');
const docs = 'docs/production.md';
const patience = 10_000;

const diagnosis = z.object({
  migraciones: z.array(z.string()),
  falta_del_vendedor: z.array(z.string()),
  facturas_pendientes: z.coerce.number(),
  packs: z.coerce.number(),
  buckets: z.record(z.string(), z.boolean()),
  admins: z.coerce.number(),
  admins_con_segundo_factor: z.coerce.number(),
  dominios: z.array(z.string()),
  ultima_pasada: z.object({ terminada_at: z.string(), fallidas: z.array(z.string()) }).nullable(),
  limites: z.record(z.string(), z.string()),
});
type Diagnosis = z.output<typeof diagnosis>;

/** Required buckets; true if public. */
const buckets = { avatars: true, portadas: true, descargas: false, pruebas: false };

/** The settings response of any Auth server. */
const authSettings = z.object({ external: z.object({ email: z.boolean() }) });

const versions = () =>
  readdirSync(join(import.meta.dirname, '../../supabase/migrations'))
    .map((file) => file.slice(0, 14))
    .sort();

function lookAtMigrations(applied: string[]): Finding[] {
  const absent = versions().filter((version) => !applied.includes(version));
  const unknown = applied.filter((version) => !versions().includes(version));
  if (absent.length > 0) {
    return [
      missing(`migrations that the database does not have: ${absent.join(', ')}`, {
        why: 'the shop calls functions and reads columns that are not there',
        fix: '`npx supabase db push --remote`',
      }),
    ];
  }
  if (unknown.length > 0) {
    return [
      warn(`migrations that this code does not know: ${unknown.join(', ')}`, {
        why: 'the database is newer than the shop that is deployed',
        fix: 'deploy the code that they came with',
      }),
    ];
  }
  return [ok(`all ${applied.length} migrations are applied`)];
}

function lookAtCron({ ultima_pasada: last }: Diagnosis): Finding[] {
  const fix = `let a scheduler call /api/cron every ten minutes (${docs}, "The ten-minute job")`;
  const why = 'payments that never came back, refunds, payouts, mails and the Club’s coins wait for it';
  if (!last) return [missing('the ten-minute job has never run', { why, fix })];
  const minutes = Math.round((Date.now() - Date.parse(last.terminada_at)) / 60_000);
  return [
    judge(
      minutes <= 30,
      `the ten-minute job ran ${minutes} min ago`,
      missing(`the ten-minute job last ran ${minutes} min ago`, { why, fix }),
    ),
    ...(last.fallidas.length > 0
      ? [
          warn(`chores that failed in the last run: ${last.fallidas.join(', ')}`, {
            why: 'what they do is not done',
            fix: 'read “a chore failed” in the log of the shop',
          }),
        ]
      : []),
  ];
}

function lookAtShop(found: Diagnosis, domains: string[]): Finding[] {
  const absent = Object.entries(buckets).filter(([name, isPublic]) => found.buckets[name] !== isPublic);
  const refused = domains.filter((domain) => !found.dominios.includes(domain));
  return [
    judge(
      found.falta_del_vendedor.length === 0,
      'the seller of the invoices is known',
      missing(`who sells is not known: ${found.falta_del_vendedor.join(', ')}`, {
        why: `no invoice is issued until it is; ${found.facturas_pendientes} are waiting`,
        fix: `fill in configuracion_global (${docs}, "Who sells")`,
      }),
    ),
    judge(
      found.packs > 0,
      `${found.packs} packs of UnCoins are on sale`,
      missing('there are no packs of UnCoins', {
        why: 'nobody can top up, so nobody can pay in coins',
        fix: '`npm run setup:production -- --admin you@gmail.com`',
      }),
    ),
    judge(
      absent.length === 0,
      'the storage buckets are there',
      missing(
        `storage buckets that are missing or open to the wrong people: ${absent.map(([name]) => name).join(', ')}`,
        {
          why: 'pictures and downloads are kept there',
          fix: 'make avatars and portadas public and descargas and pruebas private, as in supabase/schemas/50_storage.sql and 64_dispute_desk.sql',
        },
      ),
    ),
    judge(
      found.admins > 0,
      'there is an admin',
      missing('there is no admin', {
        why: 'nobody can approve products, give money back or read cases',
        fix: 'sign up in the shop, then `npm run setup:production -- --admin you@gmail.com`',
      }),
    ),
    ...(found.admins > 0 && found.admins_con_segundo_factor === 0
      ? [
          warn('no admin has a second factor', {
            why: 'the panel does not open without one',
            fix: 'open /dashboard-admin and set up an authenticator app',
          }),
        ]
      : []),
    ...(refused.length > 0
      ? [
          warn(`domains of ALLOWED_EMAIL_DOMAINS that the database refuses: ${refused.join(', ')}`, {
            why: 'people with such an address cannot register',
            fix: 'call /api/cron once: it tells the database',
          }),
        ]
      : []),
  ];
}

function lookAtLimits(limits: Record<string, string>): Finding[] {
  const unlimited = ['anon', 'authenticated'].filter((role) => !limits[role]);
  return unlimited.length === 0
    ? [ok(`statements end after a time: ${Object.values(limits).join(', ')}`)]
    : [
        warn(`statements of ${unlimited.join(' and ')} have no time limit`, {
          why: 'one slow statement can hold the database for everybody',
          fix: unlimited.map((role) => `alter role ${role} set statement_timeout = '8s';`).join(' '),
        }),
      ];
}

type Options = { url: string; publishableKey: string; secretKey: string; domains: string[] };

const lookUpKeys = 'copy the keys from Project Settings, API Keys, of the project that SUPABASE_URL names';

/** Checks the project's keys and the database's own report. */
export async function lookAtDatabase(options: Options): Promise<Finding[]> {
  const { url, publishableKey, secretKey, domains } = options;
  const ask = (path: string, init: RequestInit) =>
    fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(patience) });
  let answer: Response;
  try {
    const settings = await ask('/auth/v1/settings', { headers: { apikey: publishableKey } });
    if (settings.status === 401) {
      return [
        missing('SUPABASE_PUBLISHABLE_KEY is not of this project', { why: 'nothing can be read', fix: lookUpKeys }),
      ];
    }
    if (!authSettings.safeParse(await settings.json().catch(() => null)).success) {
      return [
        missing(`${url} is not a Supabase project`, {
          why: 'another website answers there: the shop has no database and no accounts',
          fix: 'set SUPABASE_URL to the address under Project Settings, Data API, without a path',
        }),
      ];
    }
    answer = await ask('/rest/v1/rpc/diagnosticar', {
      method: 'POST',
      body: '{}',
      headers: { apikey: secretKey, 'content-type': 'application/json' },
    });
  } catch (error) {
    return [
      missing(`the project does not answer at ${url}: ${messageOf(error)}`, {
        why: 'the shop has no database and no accounts',
        fix: 'check SUPABASE_URL, and that the project is not paused',
      }),
    ];
  }
  const text = await answer.text();
  if (answer.status === 401 || answer.status === 403) {
    return [
      missing('SUPABASE_SECRET_KEY is not of this project', { why: 'no payment can be booked', fix: lookUpKeys }),
    ];
  }
  if (answer.status === 404) {
    return [
      missing('the migrations are not applied, or not all of them', {
        why: 'the database has no function diagnosticar',
        fix: '`npx supabase link`, then `npx supabase db push --remote`',
      }),
    ];
  }
  if (!answer.ok) {
    return [
      missing(`the database answers ${answer.status}: ${text.slice(0, 200)}`, {
        why: 'it cannot be read',
        fix: 'look at the logs of the project',
      }),
    ];
  }
  const found = diagnosis.parse(JSON.parse(text));
  return [
    ...lookAtMigrations(found.migraciones),
    ...lookAtShop(found, domains),
    ...lookAtCron(found),
    ...lookAtLimits(found.limites),
  ];
}
