'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { rememberDevice } from '@/lib/account/device';
import { getMe, getMeOrBanned } from '@/lib/account/server';
import type { Me } from '@/lib/account/types';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { takeAttempt } from '@/lib/core/limits';
import { safeNext } from '@/lib/gates/routes';
import { twoFactorPage } from '@/lib/gates/second-step';
import { appNameSchema, codeSchema, factorIdSchema, recoveryCodeSchema } from './schema';
import {
  beginEnrolment,
  createRecoveryCodes,
  finishEnrolment,
  removeApp,
  removeLostApps,
  spendRecoveryCode,
  verifyCode,
} from './server';
import { type Enrolment, type MfaError, mfaErrors } from './types';

/** What the form of the second step shows after it was sent. */
export type StepState = { error?: MfaError };

const errorKey = z.enum(mfaErrors).catch('failed');
const messageOf = ({ issues: [issue] }: z.ZodError): MfaError => errorKey.parse(issue?.message);

const isTooMany = async (me: Me) => (await takeAttempt('secondStep', me.id)) > 0;

/** The second step of the sign-in, with a code from an app or a recovery code. */
async function makeStep(
  form: FormData,
  schema: z.ZodType<string>,
  prove: (code: string) => Promise<Result<undefined, MfaError>>,
): Promise<StepState> {
  const me = await getMeOrBanned();
  if (!me) return { error: 'session' };
  // The form was sent twice, and the first one has signed the person in.
  if (me.secondFactor !== 'pending') return {};
  const code = schema.safeParse(String(form.get('code') ?? ''));
  if (!code.success) return { error: messageOf(code.error) };
  if (await isTooMany(me)) return { error: 'tooMany' };
  const result = await prove(code.data);
  return result.ok ? {} : { error: result.error };
}

const nextOf = (form: FormData) => safeNext(String(form.get('next') ?? '/'));

export async function verifyStepAction(_state: StepState, form: FormData): Promise<StepState> {
  const state = await makeStep(form, codeSchema, verifyCode);
  if (state.error) return state;
  await rememberDevice();
  redirect(nextOf(form));
}

/** A person who needed a recovery code has lost the app, so the next page sets up a new one. */
export async function spendRecoveryCodeAction(_state: StepState, form: FormData): Promise<StepState> {
  const state = await makeStep(form, recoveryCodeSchema, spendRecoveryCode);
  return state.error ? state : redirect(`${twoFactorPage}?next=${encodeURIComponent(nextOf(form))}`);
}

export async function beginTwoFactor(name: string): Promise<Result<Enrolment, MfaError>> {
  const parsed = appNameSchema.safeParse(name);
  if (!parsed.success) return fail(messageOf(parsed.error));
  if (!(await getMe())) return fail('session');
  return beginEnrolment(parsed.data);
}

export async function finishTwoFactor(factorId: string, code: string): Promise<Result<string[], MfaError>> {
  const parsed = codeSchema.safeParse(code);
  if (!parsed.success) return fail(messageOf(parsed.error));
  const me = await getMe();
  if (!me || !factorIdSchema.safeParse(factorId).success) return fail('session');
  if (await isTooMany(me)) return fail('tooMany');
  return finishEnrolment(factorId, parsed.data);
}

export async function removeTwoFactorApp(factorId: string, code: string): Promise<Result<undefined, MfaError>> {
  const parsed = codeSchema.safeParse(code);
  if (!parsed.success) return fail(messageOf(parsed.error));
  const me = await getMe();
  if (!me || !factorIdSchema.safeParse(factorId).success) return fail('session');
  if (await isTooMany(me)) return fail('tooMany');
  const result = await removeApp(me, factorId, parsed.data);
  if (result.ok) revalidatePath('/profile', 'layout');
  return result;
}

export async function renewRecoveryCodes(code: string): Promise<Result<string[], MfaError>> {
  const parsed = codeSchema.safeParse(code);
  if (!parsed.success) return fail(messageOf(parsed.error));
  const me = await getMe();
  if (!me) return fail('session');
  if (await isTooMany(me)) return fail('tooMany');
  const verified = await verifyCode(parsed.data);
  return verified.ok ? createRecoveryCodes() : verified;
}

export async function removeLostTwoFactorApps(): Promise<Result<undefined, MfaError>> {
  if (!(await getMe())) return fail('session');
  const result = await removeLostApps();
  if (!result.ok) return result;
  revalidatePath('/profile', 'layout');
  return succeed(undefined);
}
