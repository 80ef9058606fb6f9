import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { EmailDriver } from '@supabase/lite';
import type postgres from 'postgres';
import type { CallHook } from './hooks.ts';
import { refuse } from './refuse.ts';

type Kind = 'signup' | 'recovery' | 'email_change' | 'magiclink' | 'invite' | 'reauthentication';
type AuthMail = { kind: Kind; to: string; tokenHash?: string; code?: string };
/** A mail of Auth: with a link to follow, or a code to type. */
export type SentMail = { kind: Kind; to: string; link: string | null; code: string | null };
export type OnMail = (mail: SentMail) => void;

/** The token of a link. */
export const newToken = () => randomBytes(28).toString('hex');

/** The mails of the current request of Auth. */
const asked = new AsyncLocalStorage<AuthMail[]>();

const link = /https?:\S+\/verify\?\S+/;

/** Collects the mails of the embedded service, whose text contains the token in its link, or a code. */
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

type Delivery = {
  sql: postgres.Sql;
  callHook: CallHook;
  /** Target of mail links without `redirect_to`. */
  siteUrl: string;
  /** Receives the mails of a project without the hook. */
  onMail: OnMail;
};

/** The link of a mail, which signs in and returns to the application. */
function linkOf({ kind, tokenHash }: AuthMail, origin: string, returnTo: string): string | null {
  if (!tokenHash) return null;
  const link = new URL('/auth/v1/verify', origin);
  link.search = new URLSearchParams({ token: tokenHash, type: kind, redirect_to: returnTo }).toString();
  return link.href;
}

/** Passes a mail to the hook, as the hosted service does in the transaction of the change. */
async function handOver({ sql, callHook, siteUrl, onMail }: Delivery, mail: AuthMail, request: Request) {
  const { kind, to, tokenHash = '', code = '' } = mail;
  const { origin, searchParams } = new URL(request.url);
  const returnTo = searchParams.get('redirect_to') ?? siteUrl;
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
  const answer = await callHook('send_email', { user, email_data } as unknown as postgres.JSONValue);
  if (answer === null) onMail({ kind, to, link: linkOf(mail, origin, returnTo), code: code || null });
}

/**
 * Handles a request of Auth, and passes its mails to the hook `send_email` unless it failed.
 */
export async function withMails(
  delivery: Delivery,
  request: Request,
  answer: () => Promise<Response>,
): Promise<Response> {
  const mails: AuthMail[] = [];
  const response = await asked.run(mails, answer);
  if (response.status >= 400) return response;
  try {
    for (const mail of mails) await handOver(delivery, mail, request);
  } catch (problem) {
    console.error(`Auth: the hook of mails failed: ${problem instanceof Error ? problem.message : problem}`);
    return refuse(500, 'unexpected_failure', 'Error running hook');
  }
  return response;
}
