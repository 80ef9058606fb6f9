import { randomUUID } from 'node:crypto';
import bcrypt from 'bcryptjs';
import type postgres from 'postgres';
import type { Config } from '../../config.ts';
import type { CallHook } from './hooks.ts';
import { refuse, refuseMail } from './refuse.ts';
import type { Resend } from './resend.ts';
import { readToken, tokenOf } from './tokens.ts';

type Forward = (request: Request) => Promise<Response>;
export type AuthRules = { apply: (request: Request, forward: Forward) => Promise<Response> };

type Options = { sql: postgres.Sql; callHook: CallHook; resend: Resend; email: Config['auth']['email'] };

type Account = { id: string; encrypted_password: string | null };

const tooLong = () => refuse(400, 'validation_failed', 'Password cannot be longer than 72 characters');
/** bcrypt's limit; hosted Auth counts bytes. */
const isTooLong = (password: unknown) => typeof password === 'string' && Buffer.byteLength(password) > 72;
const wrongPassword = () => refuse(400, 'invalid_credentials', 'Invalid login credentials');

/** The calls that a banned account may not make, with the status of their refusal. */
const barred: Readonly<Record<string, number>> = {
  'POST /auth/v1/token': 400,
  'POST /auth/v1/verify': 403,
  'GET /auth/v1/user': 403,
  'PUT /auth/v1/user': 403,
};

/** The person of an access token; empty for an API key or any other text. */
function personOf(token: string): string {
  try {
    return readToken(token).sub ?? '';
  } catch {
    return '';
  }
}

/** An account in the answer to a sign-up. */
function describeAccount(account: { id: string; email: string; user_metadata: object; identities: object[] }) {
  const now = new Date().toISOString();
  const app_metadata = { provider: 'email', providers: ['email'] };
  const dates = { confirmation_sent_at: now, created_at: now, updated_at: now };
  return { ...account, aud: 'authenticated', role: '', ...dates, app_metadata };
}

/**
 * Emulates settings of `config.toml` that the embedded Auth lacks: the hook that counts wrong passwords; an
 * unconfirmed account is revealed only after the right password; a new password requires the current one; one recovery
 * mail a minute; a sign-up does not reveal whether its address is known; passwords have at most 72 bytes; a failed
 * sign-in by another service reports the reason; bans.
 */
export function createAuthRules({ sql, callHook, resend, email: settings }: Options): AuthRules {
  /** Checks the password and the hook's decision. */
  async function isAdmitted({ id, encrypted_password }: Account, password: string): Promise<boolean> {
    const valid = encrypted_password !== null && (await bcrypt.compare(password, encrypted_password));
    const answer = await callHook('password_verification_attempt', { user_id: id, valid });
    return valid && (answer === null || answer.decision === 'continue');
  }

  async function logIn(request: Request, forward: Forward): Promise<Response> {
    const { email, password } = (await request.clone().json()) as { email?: string; password?: string };
    const [account] = await sql<Account[]>`
      select id, encrypted_password from auth.users where email = ${String(email).toLowerCase()}`;
    if (!account?.encrypted_password) return forward(request);
    return (await isAdmitted(account, String(password))) ? forward(request) : wrongPassword();
  }

  /** True for a call with a password, session or link of an account that an operator has banned. */
  async function isBanned(request: Request): Promise<boolean> {
    const body = (request.method === 'GET' ? {} : await request.clone().json()) as Record<string, unknown>;
    const sent = (name: string) => String(body[name] ?? '');
    const [banned] = await sql`select from auth.users where banned_until > now() and (
      email = ${sent('email').toLowerCase()} or id::text = ${personOf(tokenOf(request))}
      or id::text in (select user_id::text from auth.refresh_tokens where token = ${sent('refresh_token')})
      or nullif(${sent('token_hash')}, '') in (confirmation_token, recovery_token, email_change_token_new))`;
    return banned !== undefined;
  }

  /** Marks sessions opened by a mail link, which may set a password without the old one. */
  async function followLink(request: Request, forward: Forward): Promise<Response> {
    const response = await forward(request);
    if (!response.ok) return response;
    const { access_token } = (await response.clone().json()) as { access_token?: string };
    if (!access_token) return response;
    const { session_id } = readToken(access_token);
    await sql`update auth.sessions set tag = 'otp' where id = ${session_id}`;
    return response;
  }

  async function changeUser(request: Request, forward: Forward): Promise<Response> {
    const body = (await request.clone().json()) as { password?: string; current_password?: string };
    if (body.password === undefined) return forward(request);
    if (isTooLong(body.password)) return tooLong();
    if (!settings.require_current_password) return forward(request);
    const seen = await forward(new Request(request.url, { headers: request.headers }));
    if (!seen.ok) return seen;
    const { id } = (await seen.json()) as { id: string };
    const { session_id } = readToken(tokenOf(request));
    const [link] = await sql`select from auth.sessions where id = ${session_id} and tag = 'otp'`;
    if (link) return forward(request);
    if (!body.current_password) return refuse(400, 'current_password_required', 'Current password required');
    const [account] = await sql<Account[]>`
      select id, encrypted_password from auth.users where id = ${id}`;
    // Hosted Auth counts these with no hook.
    const isRight =
      account?.encrypted_password && (await bcrypt.compare(body.current_password, account.encrypted_password));
    return isRight ? forward(request) : refuse(400, 'current_password_invalid', 'Current password is wrong');
  }

  /** Refuses a second mail to a known address within a minute; an unknown one gets the usual answer. */
  async function recover(request: Request, forward: Forward): Promise<Response> {
    const { email } = (await request.clone().json()) as { email?: string };
    const [recent] = await sql`select from auth.users
      where email = ${String(email).toLowerCase()} and recovery_sent_at > now() - interval '60 seconds'`;
    return recent ? refuseMail() : forward(request);
  }

  /**
   * Signing up with a known address: a confirmed account gets the answer of a new one that is never created; an
   * unconfirmed one gets its mail again, with its original data.
   */
  async function signUp(request: Request, forward: Forward): Promise<Response> {
    const {
      email: typed,
      password,
      data = {},
    } = (await request.clone().json()) as Record<string, unknown> & {
      data?: object;
    };
    if (isTooLong(password)) return tooLong();
    // Without confirmations, hosted Auth reports that the address is known.
    if (!settings.enable_confirmations) return forward(request);
    const email = String(typed).toLowerCase();
    const [known] = await sql<{ id: string; waits: boolean; metadata: object }[]>`
      select id, email_confirmed_at is null as waits, raw_user_meta_data as metadata from auth.users
      where email = ${email}`;
    if (!known) return forward(request);
    const { id, waits, metadata } = known;
    if (!waits) return Response.json(describeAccount({ id: randomUUID(), email, user_metadata: data, identities: [] }));
    const again = await resend.answer(request);
    if (!again.ok) return again;
    const identities =
      await sql`select id, user_id, provider, identity_data from auth.identities where user_id = ${id}`;
    return Response.json(describeAccount({ id, email, user_metadata: metadata, identities }));
  }

  /** Hosted Auth reports why the database refused an account of another service. */
  async function answerSocialCallback(request: Request, forward: Forward): Promise<Response> {
    const response = await forward(request);
    const to = response.headers.get('location');
    if (!to?.includes('error=server_error')) return response;
    const back = new URL(to);
    back.hash = '';
    back.searchParams.set('error_code', 'unexpected_failure');
    back.searchParams.set('error_description', 'Database error saving new user');
    return new Response(null, { status: response.status, headers: { location: back.href } });
  }

  return {
    async apply(request, forward) {
      const { pathname, searchParams } = new URL(request.url);
      const call = `${request.method} ${pathname}`;
      if (barred[call] && (await isBanned(request))) return refuse(barred[call], 'user_banned', 'User is banned');
      if (call === 'POST /auth/v1/token' && searchParams.get('grant_type') === 'password')
        return logIn(request, forward);
      if (call === 'POST /auth/v1/recover') return recover(request, forward);
      if (call === 'POST /auth/v1/signup') return signUp(request, forward);
      if (call === 'POST /auth/v1/verify') return followLink(request, forward);
      if (call === 'PUT /auth/v1/user') return changeUser(request, forward);
      if (call === 'GET /auth/v1/callback') return answerSocialCallback(request, forward);
      return forward(request);
    },
  };
}
