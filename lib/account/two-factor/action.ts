'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { defineAction, defineForm } from '@/lib/account/define-action';
import { permit, proveIdentity } from '@/lib/account/settings/identity';
import { rememberDevice } from '@/lib/account/sign-in/device';
import { succeed } from '@/lib/core/action/result';
import { twoFactorPage } from '@/lib/gates/second-step';
import { sendPendingMails } from '@/lib/mail/server';
import { factorAndCode, firstError, newApp, recoveryStep, step } from './schema';
import {
  beginEnrolment,
  createRecoveryCodes,
  finishEnrolment,
  removeApp,
  removeLostApps,
  spendRecoveryCode,
  verifyCode,
} from './server';

/** The second step of the sign-in with a code of an app. Sending it twice is harmless. */
export const verifyStepAction = defineForm('verifyStepAction', {
  who: 'halfway',
  input: step,
  limit: 'secondStep',
  run: async ({ code, next }, me) => {
    const result = me.secondFactor === 'pending' ? await verifyCode(code) : succeed(undefined);
    if (!result.ok) return result;
    await rememberDevice();
    redirect(next);
  },
});

/** A person who used a recovery code has lost the app, so the next page sets up a new one. */
export const spendRecoveryCodeAction = defineForm('spendRecoveryCodeAction', {
  who: 'halfway',
  input: recoveryStep,
  limit: 'secondStep',
  run: async ({ code, next }, me) => {
    const result = me.secondFactor === 'pending' ? await spendRecoveryCode(code) : succeed(undefined);
    if (!result.ok) return result;
    await rememberDevice();
    redirect(`${twoFactorPage}?next=${encodeURIComponent(next)}`);
  },
});

/** Starts setting up an app, with the password if the account has one. */
export const beginTwoFactor = defineAction('beginTwoFactor', {
  who: 'signedIn',
  input: newApp,
  toInput: (name: string, current?: string) => ({ name, current }),
  invalid: firstError,
  run: async ({ name, current = '' }) => {
    const proof = await proveIdentity(() => permit('permitir_segundo_factor', current));
    return proof.ok ? beginEnrolment(name) : proof;
  },
});

/** Confirms a new app with its first code; returns the recovery codes if these are the first. */
export const finishTwoFactor = defineAction('finishTwoFactor', {
  who: 'signedIn',
  input: factorAndCode,
  toInput: (factorId: string, code: string) => ({ factorId, code }),
  invalid: firstError,
  limit: 'secondStep',
  run: ({ factorId, code }) => finishEnrolment(factorId, code),
  afterwards: [sendPendingMails],
});

/** Removes an app, with a code of one of the person's apps. The staff keep one at least. */
export const removeTwoFactorApp = defineAction('removeTwoFactorApp', {
  who: 'signedIn',
  input: factorAndCode,
  toInput: (factorId: string, code: string) => ({ factorId, code }),
  invalid: firstError,
  limit: 'secondStep',
  run: ({ factorId, code }, me) => removeApp(me, factorId, code),
  paths: [['/profile', 'layout']],
  afterwards: [sendPendingMails],
});

/** Makes new recovery codes, with a code of an app; the earlier ones stop working. */
export const renewRecoveryCodes = defineAction('renewRecoveryCodes', {
  who: 'signedIn',
  input: z.object({ code: factorAndCode.shape.code }),
  toInput: (code: string) => ({ code }),
  invalid: firstError,
  limit: 'secondStep',
  run: async ({ code }) => {
    const verified = await verifyCode(code);
    return verified.ok ? createRecoveryCodes() : verified;
  },
});

/** Removes every app of a person who came in by a recovery code, so that a new one can be set up. */
export const removeLostTwoFactorApps = defineAction('removeLostTwoFactorApps', {
  who: 'signedIn',
  run: removeLostApps,
  paths: [['/profile', 'layout']],
  afterwards: [sendPendingMails],
});
