import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { EmailDriver } from '@supabase/lite';
import type postgres from 'postgres';
import { callHook } from './hooks.ts';
import { refuse } from './refuse.ts';

type Kind = 'signup' | 'recovery' | 'email_change' | 'magiclink' | 'invite' | 'reauthentication';
export type AuthMail = { kind: Kind; to: string; tokenHash?: string; code?: string };

/** The token of a link. */
export const newToken = () => randomBytes(28).toString('hex');

/** The mails of the current request of Auth. */
const asked = new AsyncLocalStorage<AuthMail[]>();

const link = /https?:\S+\/verify\?\S+/;

/** Takes the mails of the embedded service, whose text has the token in its link, or a code. */
export const mailer: EmailDriver = {
  send: async ({ to, text = '' }) => {
    const [address] = link.exec(text) ?? [];
    if (!address)
      return queueMail({ kind: 'reauthentication', to: String(to), code: /\b\d{6}\b/.exec(text)?.[0] ?? '' });
    const { searchParams } = new URL(address);
    const kind = searchParams.get('type') as Kind;
    queueMail({ kind, to: String(to), tokenHash: searchParams.get('token') ?? '' });
  },
};

/** Adds a mail to the current request of Auth. */
export function queueMail(mail: AuthMail): void {
  asked.getStore()?.push(mail);
}

/** Hands a mail to the hook, as the hosted service does in the transaction of what it is about. */
async function handOver(
  sql: postgres.Sql,
  { kind, to, tokenHash = '', code = '' }: AuthMail,
  siteUrl: string,
  returnTo: string,
) {
  const column = kind === 'email_change' ? 'email_change' : 'email';
  const [user] = await sql`
    select id, email, email_change as new_email, raw_user_meta_data as user_metadata from auth.users
    where ${sql(column)} = ${to}`;
  if (!user) throw new Error(`nobody has the address of a mail ${kind}`);
  const email_data = {
    token: code,
    token_hash: tokenHash,
    redirect_to: returnTo,
    email_action_type: kind,
    site_url: siteUrl,
    token_new: '',
    token_hash_new: '',
  };
  await callHook(sql, 'gancho_correo', { user, email_data } as unknown as postgres.JSONValue);
}

/**
 * Answers a request of Auth, and hands its mails to the hook `send_email` unless it failed.
 *
 * @param siteUrl where links of mails lead without `redirect_to`
 */
export async function withMails(
  { sql, siteUrl }: { sql: postgres.Sql; siteUrl: string },
  request: Request,
  answer: () => Promise<Response>,
): Promise<Response> {
  const mails: AuthMail[] = [];
  const response = await asked.run(mails, answer);
  if (response.status >= 400) return response;
  const returnTo = new URL(request.url).searchParams.get('redirect_to') ?? siteUrl;
  try {
    for (const mail of mails) await handOver(sql, mail, siteUrl, returnTo);
  } catch (problem) {
    console.error(`Auth: the hook of mails failed: ${problem instanceof Error ? problem.message : problem}`);
    return refuse(500, 'unexpected_failure', 'Error running hook');
  }
  return response;
}
