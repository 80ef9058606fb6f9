import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import postgres from 'postgres';
import QRCode from 'qrcode';
import type { CallHook } from './hooks.ts';
import { refuse } from './refuse.ts';
import { type Claims, readToken, signToken, tokenOf } from './tokens.ts';

type Serve = (request: Request) => Response | Promise<Response>;
type Caller = { id: string; email: string; claims: Claims };
type Factor = { id: string; status: 'verified' | 'unverified'; friendly_name: string; secret: string };

/** The default of the hosted service. */
const challengeLife = '5 minutes';
const unverifiedLife = '5 minutes';

/** SQLSTATE of the trigger that requires the password. */
const insufficientPrivilege = '42501';

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const root = '/auth/v1';
const factorsPath = /^\/auth\/v1\/factors(?:\/([0-9a-f-]+)(?:\/(challenge|verify))?)?$/;
const issuesTokens = (path: string) => [`${root}/token`, `${root}/verify`, `${root}/signup`].includes(path);

type Options = {
  sql: postgres.Sql;
  callHook: CallHook;
  siteUrl: string;
  jwtSecret: string;
  /** `auth.mfa.max_enrolled_factors` */
  maxFactors: number;
  serve: Serve;
};

const isAal2 = ({ claims }: Caller) => claims.aal === 'aal2';

const totp = (secret: string, label = '', issuer = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret) });

function withBody(response: Response, body: unknown): Response {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  headers.set('content-type', 'application/json');
  return new Response(JSON.stringify(body), { status: response.status, headers });
}

/**
 * Emulates multi-factor sign-in, which the embedded API lacks: `/auth/v1/factors` with the hosted service's fields,
 * codes and statuses, its hook, the assurance level in access tokens, and refusals to sessions without the second step.
 */
export function createAuthMfa({ sql, callHook, siteUrl, jwtSecret, maxFactors, serve }: Options) {
  async function callerOf(request: Request): Promise<Caller> {
    const headers = new Headers();
    for (const name of ['authorization', 'apikey']) headers.set(name, request.headers.get(name) ?? '');
    const response = await serve(new Request(new URL(`${root}/user`, request.url), { headers }));
    if (!response.ok) throw response;
    const { id, email } = (await response.json()) as { id: string; email: string };
    return { id, email, claims: readToken(tokenOf(request)) };
  }

  const listFactors = (userId: string) => sql`
    select id, created_at, updated_at, status, friendly_name, factor_type, last_challenged_at
    from auth.mfa_factors where user_id = ${userId} order by created_at`;

  const hasFactor = async (userId: string) => (await listFactors(userId)).some(({ status }) => status === 'verified');

  async function findFactor(caller: Caller, id: string): Promise<Factor> {
    const [factor] = await sql<Factor[]>`select id, status, coalesce(friendly_name, '') as friendly_name, secret
      from auth.mfa_factors where id::text = ${id} and user_id = ${caller.id}`;
    if (!factor) throw new Refusal(404, 'mfa_factor_not_found', 'Factor not found');
    return factor;
  }

  /** The access token of a session with its assurance level. */
  async function levelled(accessToken: string, method: string): Promise<string> {
    const claims = readToken(accessToken);
    await sql`insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
      select ${randomUUID()}, ${claims.session_id}, now(), now(), ${method}
      where not exists (select from auth.mfa_amr_claims where session_id = ${claims.session_id})`;
    const [session] = await sql`select coalesce(aal, 'aal1') as aal from auth.sessions where id = ${claims.session_id}`;
    const methods = await sql`select authentication_method, extract(epoch from updated_at)::int as at
      from auth.mfa_amr_claims where session_id = ${claims.session_id} order by updated_at desc`;
    const amr = methods.map(({ authentication_method, at }) => ({ method: authentication_method, timestamp: at }));
    return signToken({ ...claims, aal: session?.aal ?? 'aal1', amr }, jwtSecret);
  }

  async function enroll(caller: Caller, request: Request): Promise<unknown> {
    const body = (await request.json()) as { friendly_name?: string; factor_type?: string; issuer?: string };
    if (body.factor_type !== 'totp') {
      throw new Refusal(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn');
    }
    const name = body.friendly_name ?? '';
    await sql`delete from auth.mfa_factors where status = 'unverified' and created_at < now() - ${unverifiedLife}::interval`;
    const factors = await listFactors(caller.id);
    if (factors.some(({ friendly_name }) => friendly_name === name)) {
      const message = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`;
      throw new Refusal(422, 'mfa_factor_name_conflict', message);
    }
    if (factors.length >= maxFactors) {
      const message = 'Maximum number of verified factors reached, unenroll to continue';
      throw new Refusal(422, 'too_many_enrolled_mfa_factors', message);
    }
    if (factors.some(({ status }) => status === 'verified') && !isAal2(caller)) {
      throw new Refusal(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
    }
    const id = randomUUID();
    const secret = new Secret({ size: 20 }).base32;
    try {
      await sql`insert into auth.mfa_factors
        (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
        values (${id}, ${caller.id}, ${name}, 'totp', 'unverified', now(), now(), ${secret})`;
    } catch (problem) {
      if (!(problem instanceof postgres.PostgresError) || problem.code !== insufficientPrivilege) throw problem;
      const message = 'Unexpected failure, please check server logs for more information';
      throw new Refusal(500, 'unexpected_failure', message);
    }
    const uri = totp(secret, caller.email, body.issuer || new URL(siteUrl).host).toString();
    const qr_code = await QRCode.toString(uri, { type: 'svg', errorCorrectionLevel: 'H' });
    return { id, type: 'totp', friendly_name: name, totp: { qr_code, secret, uri } };
  }

  async function challenge(caller: Caller, factorId: string): Promise<unknown> {
    const factor = await findFactor(caller, factorId);
    const [made] = await sql`
      with changed as (update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = ${factor.id})
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
      values (${randomUUID()}, ${factor.id}, now(), '127.0.0.1')
      returning id, extract(epoch from created_at + ${challengeLife}::interval)::int as expires_at`;
    return { id: made?.id, type: 'totp', expires_at: made?.expires_at };
  }

  /** A rejection by the hook ends every session of the account, as in the hosted service. */
  async function askHook(event: { user_id: string; factor_id: string; factor_type: string; valid: boolean }) {
    const answer = await callHook('mfa_verification_attempt', event);
    if (answer?.decision !== 'reject') return;
    await sql`delete from auth.refresh_tokens where user_id::text = ${event.user_id}`;
    await sql`delete from auth.sessions where user_id = ${event.user_id}`;
    throw new Refusal(403, 'mfa_verification_rejected', answer.message ?? '');
  }

  async function verify(caller: Caller, factorId: string, request: Request): Promise<unknown> {
    const { challenge_id, code } = (await request.json()) as { challenge_id?: string; code?: string };
    const factor = await findFactor(caller, factorId);
    if (!code) throw new Refusal(400, 'validation_failed', 'Code needs to be non-empty');
    const [asked] = await sql`select id, verified_at, created_at < now() - ${challengeLife}::interval as is_over
      from auth.mfa_challenges where id::text = ${challenge_id ?? ''} and factor_id = ${factor.id}`;
    if (!asked) throw new Refusal(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
    if (asked.verified_at) {
      throw new Refusal(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch');
    }
    if (asked.is_over) {
      const advice = 'verify against another challenge or create a new challenge.';
      throw new Refusal(422, 'mfa_challenge_expired', `MFA challenge ${asked.id} has expired, ${advice}`);
    }
    // As in the hosted service, a code stays valid for its period; only the challenge is used up.
    const valid = totp(factor.secret).validate({ token: code, window: 1 }) !== null;
    await askHook({ user_id: caller.id, factor_id: factor.id, factor_type: 'totp', valid });
    if (!valid) {
      throw new Refusal(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
    }
    const session = caller.claims.session_id;
    const [token] = await sql.begin(async (begun) => {
      const transaction = begun as unknown as postgres.Sql;
      await transaction`update auth.mfa_challenges set verified_at = now() where id = ${asked.id}`;
      if (factor.status === 'unverified') {
        await transaction`update auth.mfa_factors set status = 'verified', updated_at = now() where id = ${factor.id}`;
      }
      await transaction`update auth.sessions set aal = 'aal2', factor_id = ${factor.id} where id = ${session}`;
      await transaction`
        insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
        values (${randomUUID()}, ${session}, now(), now(), 'totp')
        on conflict (session_id, authentication_method) do update set updated_at = now()`;
      await transaction`delete from auth.sessions
        where user_id = ${caller.id} and coalesce(aal, 'aal1') < 'aal2' and id <> ${session}`;
      await transaction`delete from auth.mfa_factors where user_id = ${caller.id} and status = 'unverified'`;
      return transaction`select token from auth.refresh_tokens where session_id = ${session} and not revoked
        order by created_at desc limit 1`;
    });
    // The embedded API issues the new tokens of the session.
    const headers = { 'content-type': 'application/json', apikey: request.headers.get('apikey') ?? '' };
    const url = new URL(`${root}/token?grant_type=refresh_token`, request.url);
    const body = JSON.stringify({ refresh_token: token?.token });
    const renewed = await complete(new Request(url, { method: 'POST', headers, body }));
    if (!renewed.ok) throw renewed;
    return renewed.json();
  }

  async function unenroll(caller: Caller, factorId: string): Promise<unknown> {
    const factor = await findFactor(caller, factorId);
    if (factor.status === 'verified' && !isAal2(caller)) {
      throw new Refusal(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    }
    await sql`delete from auth.mfa_factors where id = ${factor.id}`;
    await sql`delete from auth.mfa_amr_claims where authentication_method = 'totp'
      and session_id in (select id from auth.sessions where factor_id = ${factor.id})`;
    await sql`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = ${factor.id}`;
    return { id: factor.id };
  }

  /** A session without its second step may not change password or mail address. */
  async function refuseChange(request: Request): Promise<void> {
    const body = (await request.clone().json()) as { password?: string; email?: string };
    if (!body.password && !body.email) return;
    const caller = await callerOf(request);
    if (isAal2(caller) || !(await hasFactor(caller.id))) return;
    const message = 'AAL2 session is required to update email or password when MFA is enabled.';
    throw new Refusal(401, 'insufficient_aal', message);
  }

  /** Adds the person's factors and the assurance level to answers of the embedded API. */
  async function complete(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === `${root}/user` && request.method === 'PUT') await refuseChange(request);
    const response = await serve(request);
    if (!response.ok || !(pathname === `${root}/user` || issuesTokens(pathname))) return response;
    const body = (await response.json()) as { id?: string; access_token?: string; user?: { id: string } };
    const person = pathname === `${root}/user` ? body.id : body.user?.id;
    const factors = person ? await listFactors(person) : [];
    const described = factors.length > 0 ? { factors } : {};
    if (!body.access_token) return withBody(response, { ...body, ...described });
    const method = searchParams.get('grant_type') === 'password' ? 'password' : 'otp';
    const access_token = await levelled(body.access_token, method);
    return withBody(response, { ...body, access_token, user: { ...body.user, ...described } });
  }

  async function route(request: Request): Promise<unknown> {
    const [, factorId, act] = factorsPath.exec(new URL(request.url).pathname) ?? [];
    const caller = await callerOf(request);
    if (request.method === 'POST' && !factorId) return enroll(caller, request);
    if (request.method === 'POST' && factorId && act === 'challenge') return challenge(caller, factorId);
    if (request.method === 'POST' && factorId && act === 'verify') return verify(caller, factorId, request);
    if (request.method === 'DELETE' && factorId && !act) return unenroll(caller, factorId);
    throw new Refusal(405, 'validation_failed', 'Method not allowed');
  }

  return {
    /** Handles a request or passes it on. */
    async answer(request: Request): Promise<Response> {
      try {
        const isOurs = factorsPath.test(new URL(request.url).pathname);
        return isOurs ? Response.json(await route(request)) : await complete(request);
      } catch (problem) {
        if (problem instanceof Response) return problem;
        if (!(problem instanceof Refusal)) throw problem;
        return refuse(problem.status, problem.code, problem.message);
      }
    },
  };
}
