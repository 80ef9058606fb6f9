import 'server-only';
import { z } from 'zod';
import type { Me } from '@/lib/account/types';
import { toCommonCode } from '@/lib/core/action/codes';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { callRpc, readRpc } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { createRequestClient } from '@/lib/core/supabase/server';
import type { SupabaseClient } from '@/lib/core/supabase/session';
import { ServiceUnavailable } from '@/lib/core/unavailable';
import { mfaErrorKey } from './errors';
import { drawQr } from './qr';
import type { Enrolment, Factor, MfaError } from './types';

const issuer = 'UnStore';

const factorRow = z.object({
  id: z.string(),
  friendly_name: z.string().nullish(),
  factor_type: z.string(),
  status: z.string(),
  created_at: z.string(),
});

function refuse(problem: { code?: string; name?: string; status?: number; message: string }): Result<never, MfaError> {
  const error = mfaErrorKey(problem);
  if (error === 'failed') log.error({ code: problem.code, message: problem.message }, 'the auth service refused');
  return fail(error);
}

async function factorsOf(client: SupabaseClient): Promise<Result<z.output<typeof factorRow>[], MfaError>> {
  const { data, error } = await client.auth.mfa.listFactors();
  if (error) return refuse(error);
  return succeed(
    z
      .array(factorRow)
      .parse(data.all)
      .filter(({ factor_type }) => factor_type === 'totp'),
  );
}

/**
 * The signed-in person's confirmed apps, oldest first.
 *
 * @throws if they cannot be read: ServiceUnavailable in an outage
 */
export async function listApps(): Promise<Factor[]> {
  const found = await factorsOf(await createRequestClient());
  if (!found.ok) {
    const isOut = found.error === 'unavailable' || found.error === 'tooMany';
    throw new (isOut ? ServiceUnavailable : Error)(`factors could not be read: ${found.error}`);
  }
  return found.value
    .filter(({ status }) => status === 'verified')
    .map(({ id, friendly_name, created_at }) => ({ id, name: friendly_name || issuer, createdAt: created_at }))
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt));
}

/**
 * Starts setting up an app, which its first right code confirms. An unfinished set-up is deleted.
 *
 * @param name the person's name for it
 */
export async function beginEnrolment(name: string): Promise<Result<Enrolment, MfaError>> {
  const client = await createRequestClient();
  const before = await factorsOf(client);
  if (!before.ok) return before;
  for (const { id } of before.value.filter(({ status }) => status !== 'verified')) {
    const { error } = await client.auth.mfa.unenroll({ factorId: id });
    if (error) return refuse(error);
  }
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: name, issuer });
  if (error) return refuse(error);
  return succeed({ factorId: data.id, secret: data.totp.secret, qr: drawQr(data.totp.uri) });
}

const made = z.object({ codigos: z.array(z.string()) });
const left = z.object({ quedan: z.coerce.number() });

/** Makes ten new recovery codes; the earlier ones stop working. */
export async function createRecoveryCodes(): Promise<Result<string[], MfaError>> {
  const result = await callRpc(createRequestClient(), 'crear_codigos_recuperacion', {}, ['segundo_paso'], made);
  if (result.ok) return succeed(result.value.codigos);
  return fail(result.error === 'segundo_paso' ? 'stepMissing' : toCommonCode(result.error));
}

/** True if the signed-in person has a password; accounts of other services have none. */
export async function hasPassword(): Promise<boolean> {
  return readRpc(createRequestClient(), 'tengo_contrasena', {}, z.boolean());
}

/** The number of unused recovery codes of the signed-in person. */
export async function countRecoveryCodes(): Promise<number> {
  return (await readRpc(createRequestClient(), 'mis_codigos_recuperacion', {}, left)).quedan;
}

/**
 * Confirms a new app with its first code. This session then has the second step, and the person's other sessions end.
 *
 * @returns recovery codes, if the person had none
 */
export async function finishEnrolment(factorId: string, code: string): Promise<Result<string[], MfaError>> {
  const client = await createRequestClient();
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code });
  if (error) return refuse(error);
  return (await countRecoveryCodes()) > 0 ? succeed([]) : createRecoveryCodes();
}

/** The second step with a code of any of the person's apps. */
export async function verifyCode(code: string): Promise<Result<undefined, MfaError>> {
  const client = await createRequestClient();
  const found = await factorsOf(client);
  if (!found.ok) return found;
  let answer: Result<undefined, MfaError> = fail('gone');
  for (const { id } of found.value.filter(({ status }) => status === 'verified')) {
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId: id, code });
    if (!error) return succeed(undefined);
    answer = refuse(error);
    if (!answer.ok && answer.error !== 'codeWrong') return answer;
  }
  return answer;
}

/** The second step with a recovery code, which is used up. */
export async function spendRecoveryCode(code: string): Promise<Result<undefined, MfaError>> {
  const used = await callRpc(createRequestClient(), 'usar_codigo_recuperacion', { p_codigo: code }, [
    'codigo_no_valido',
  ]);
  if (used.ok) return used;
  return fail(used.error === 'codigo_no_valido' ? 'recoveryWrong' : toCommonCode(used.error));
}

/**
 * Removes an app. Staff keep one: otherwise somebody with the password could set up their own and open the panel.
 *
 * @param code of one of the person's apps, as proof of identity
 */
export async function removeApp(me: Me, factorId: string, code: string): Promise<Result<undefined, MfaError>> {
  const apps = await listApps();
  if (!apps.some(({ id }) => id === factorId)) return fail('gone');
  if (me.role !== 'user' && apps.length === 1) return fail('staffNeedsOne');
  const verified = await verifyCode(code);
  if (!verified.ok) return verified;
  const client = await createRequestClient({ refreshes: true });
  const { error } = await client.auth.mfa.unenroll({ factorId });
  if (error) return refuse(error);
  // The current token still has the old assurance level.
  await client.auth.refreshSession();
  return succeed(undefined);
}

/** Removes all apps in a session with a recovery code, so that a new one can be set up. */
export async function removeLostApps(): Promise<Result<undefined, MfaError>> {
  const removed = await callRpc(createRequestClient(), 'retirar_apps_perdidas', {}, ['segundo_paso']);
  if (removed.ok) return removed;
  return fail(removed.error === 'segundo_paso' ? 'stepMissing' : toCommonCode(removed.error));
}
