import { createClient } from '@supabase/supabase-js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  challenged,
  challengeId,
  enrolled,
  factorId,
  leftoverId,
  refusals,
  secret,
  tokenOf,
  userWith,
  verified,
} from './recorded.ts';

type Call = { method: string; path: string; body: unknown };
type Answer = { status?: number; body: unknown };

let calls: Call[] = [];
let answers: Record<string, Answer> = {};

/** The hosted service, as far as an account with factors meets it: recorded answers by method and path. */
const hosted: typeof fetch = async (input, init) => {
  const url = new URL(String(input));
  const path = url.pathname.replace('/auth/v1', '');
  const method = init?.method ?? 'GET';
  calls.push({ method, path, body: init?.body ? JSON.parse(String(init.body)) : undefined });
  const answer = answers[`${method} ${path}`];
  if (!answer) throw new Error(`nothing recorded for ${method} ${path}`);
  return Response.json(answer.body, {
    status: answer.status ?? 200,
    headers: { 'x-supabase-api-version': '2024-01-01' },
  });
};

async function signedIn(level: 'aal1' | 'aal2') {
  const client = createClient('https://project.supabase.co', 'sb_publishable_recorded', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: hosted },
  });
  answers['GET /user'] ??= { body: userWith() };
  await client.auth.setSession({ access_token: tokenOf(level), refresh_token: 'wVx3pTn8yQ2k' });
  calls = [];
  return client;
}

let client: Awaited<ReturnType<typeof signedIn>>;
vi.mock('@/lib/core/supabase/server', () => ({ createRequestClient: async () => client }));
const mfa = await import('@/lib/account/two-factor/server');

const refusal = (status: number, code: string, message: string): Answer => ({ status, body: { code, message } });
const paths = () => calls.map(({ method, path }) => `${method} ${path}`);
const me = { role: 'user' } as Parameters<typeof mfa.removeApp>[0];

beforeEach(() => {
  answers = {};
});

describe('with responses of the hosted auth service', () => {
  it('the setup of an app deletes unfinished ones, and draws its own QR code', async () => {
    answers['GET /user'] = { body: userWith('unverified') };
    client = await signedIn('aal1');
    answers[`DELETE /factors/${leftoverId}`] = { body: { id: leftoverId } };
    answers['POST /factors'] = { body: enrolled };
    const result = await mfa.beginEnrolment('Mi móvil');
    expect(paths()).toEqual(['GET /user', `DELETE /factors/${leftoverId}`, 'POST /factors']);
    expect(calls.at(-1)?.body).toEqual({ friendly_name: 'Mi móvil', factor_type: 'totp', issuer: 'UnStore' });
    if (!result.ok) throw new Error(result.error);
    expect(result.value).toMatchObject({ factorId, secret });
    expect(result.value.qr.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/);
    expect(JSON.stringify(result.value)).not.toContain('script');
  });

  it('the second factor requests a challenge, verifies it, and stores the new session', async () => {
    answers['GET /user'] = { body: userWith('verified', 'unverified') };
    client = await signedIn('aal1');
    answers[`POST /factors/${factorId}/challenge`] = { body: challenged };
    answers[`POST /factors/${factorId}/verify`] = { body: verified() };
    expect(await mfa.verifyCode('123456')).toEqual({ ok: true, value: undefined });
    expect(paths()).toEqual(['GET /user', `POST /factors/${factorId}/challenge`, `POST /factors/${factorId}/verify`]);
    expect(calls.at(-1)?.body).toEqual({ challenge_id: challengeId, code: '123456' });
    const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(data).toMatchObject({ currentLevel: 'aal2' });
  });

  it.each(refusals)('the error %i %s is passed on', async (status, code, message, expected) => {
    answers['GET /user'] = { body: userWith('verified') };
    client = await signedIn('aal1');
    answers[`POST /factors/${factorId}/challenge`] = { body: challenged };
    answers[`POST /factors/${factorId}/verify`] = refusal(status, code, message);
    expect(await mfa.verifyCode('123456')).toEqual({ ok: false, error: expected });
    answers['POST /factors'] = refusal(status, code, message);
    expect(await mfa.beginEnrolment('Mi móvil')).toEqual({ ok: false, error: expected });
  });

  it('an account without a verified app has nothing to verify', async () => {
    client = await signedIn('aal1');
    expect(await mfa.verifyCode('123456')).toEqual({ ok: false, error: 'gone' });
    expect(await mfa.listApps()).toEqual([]);
  });

  it('an app is removed with one of its codes, and the token refreshed', async () => {
    answers['GET /user'] = { body: userWith('verified') };
    client = await signedIn('aal2');
    answers[`POST /factors/${factorId}/challenge`] = { body: challenged };
    answers[`POST /factors/${factorId}/verify`] = { body: verified() };
    answers[`DELETE /factors/${factorId}`] = { body: { id: factorId } };
    answers['POST /token'] = { body: { ...verified(), access_token: tokenOf('aal1') } };
    expect(await mfa.removeApp(me, factorId, '123456')).toEqual({ ok: true, value: undefined });
    expect(paths().slice(-2)).toEqual([`DELETE /factors/${factorId}`, 'POST /token']);
  });

  it('staff cannot remove the last app, and nobody another person’s', async () => {
    answers['GET /user'] = { body: userWith('verified') };
    client = await signedIn('aal2');
    expect(await mfa.removeApp({ ...me, role: 'admin' }, factorId, '123456')).toEqual({
      ok: false,
      error: 'staffNeedsOne',
    });
    expect(await mfa.removeApp(me, leftoverId, '123456')).toEqual({ ok: false, error: 'gone' });
    expect(paths()).not.toContain(`DELETE /factors/${factorId}`);
  });

  /** An account with an app of an earlier day, under another id and without a name, and with a factor of another kind. */
  const withTwoApps = () => {
    const account = userWith('verified');
    const [first] = account.factors ?? [];
    if (!first) throw new Error('no factor');
    const other = { ...first, id: leftoverId, friendly_name: '', created_at: '2026-11-01T10:00:00Z' };
    return { ...account, factors: [first, other, { ...first, id: challengeId, factor_type: 'phone' }] };
  };
  const wrong = refusal(422, 'mfa_verification_failed', 'Invalid TOTP code entered');

  it('apps are listed oldest first, with a name for those without one, and no factors of another kind', async () => {
    answers['GET /user'] = { body: withTwoApps() };
    client = await signedIn('aal1');
    expect((await mfa.listApps()).map(({ id, name }) => [id, name])).toEqual([
      [leftoverId, 'UnStore'],
      [factorId, 'verified'],
    ]);
  });

  it('a code of any app is accepted, and other refusals end the search for one', async () => {
    answers['GET /user'] = { body: withTwoApps() };
    client = await signedIn('aal1');
    answers[`POST /factors/${factorId}/challenge`] = { body: challenged };
    answers[`POST /factors/${leftoverId}/challenge`] = { body: challenged };
    answers[`POST /factors/${factorId}/verify`] = wrong;
    answers[`POST /factors/${leftoverId}/verify`] = { body: verified() };
    expect(await mfa.verifyCode('123456')).toEqual({ ok: true, value: undefined });
    answers[`POST /factors/${leftoverId}/verify`] = wrong;
    expect(await mfa.verifyCode('123456')).toEqual({ ok: false, error: 'codeWrong' });
    answers[`POST /factors/${factorId}/verify`] = refusal(429, 'over_request_rate_limit', 'Request rate limit reached');
    calls = [];
    expect(await mfa.verifyCode('123456')).toEqual({ ok: false, error: 'tooMany' });
    expect(paths()).not.toContain(`POST /factors/${leftoverId}/verify`);
  });

  it('staff remove one of two apps, and hear if the service keeps it', async () => {
    answers['GET /user'] = { body: withTwoApps() };
    client = await signedIn('aal2');
    answers[`POST /factors/${factorId}/challenge`] = { body: challenged };
    answers[`POST /factors/${factorId}/verify`] = { body: verified() };
    answers[`DELETE /factors/${leftoverId}`] = refusal(500, 'unexpected_failure', 'Internal error');
    const admin = { ...me, role: 'admin' } as typeof me;
    expect(await mfa.removeApp(admin, leftoverId, '123456')).toMatchObject({ ok: false });
    answers[`DELETE /factors/${leftoverId}`] = { body: { id: leftoverId } };
    answers['POST /token'] = { body: verified() };
    expect(await mfa.removeApp(admin, leftoverId, '123456')).toEqual({ ok: true, value: undefined });
  });

  it('the setup of an app ends if an unfinished one stays', async () => {
    answers['GET /user'] = { body: userWith('unverified') };
    client = await signedIn('aal1');
    answers[`DELETE /factors/${leftoverId}`] = refusal(429, 'over_request_rate_limit', 'Request rate limit reached');
    expect(await mfa.beginEnrolment('Mi móvil')).toEqual({ ok: false, error: 'tooMany' });
    expect(paths()).not.toContain('POST /factors');
  });

  it('a wrong code removes nothing', async () => {
    answers['GET /user'] = { body: userWith('verified') };
    client = await signedIn('aal2');
    answers[`POST /factors/${factorId}/challenge`] = { body: challenged };
    answers[`POST /factors/${factorId}/verify`] = refusal(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
    expect(await mfa.removeApp(me, factorId, '000000')).toEqual({ ok: false, error: 'codeWrong' });
    expect(paths()).not.toContain(`DELETE /factors/${factorId}`);
  });
});
