import { z } from 'zod';
import { fieldLengths } from '@/lib/account/field-lengths';
import { nextField } from '@/lib/account/sign-in/schema';
import { type MfaError, mfaErrors } from './types';

// The messages are keys of the catalogue namespace `twoFactor.errors`.

/** Six digits from an authenticator app; spaces between them are ignored. */
export const codeSchema = z
  .string()
  .transform((text) => text.replaceAll(/\D/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'codeShape'));

const recoveryCodeSchema = z.string().trim().min(1, 'recoveryShape').max(60, 'recoveryShape');

/** Input for a new app: its name, and the password if the account has one. */
export const newApp = z.object({
  name: z.string().trim().min(1, 'nameEmpty').max(40, 'nameLong'),
  current: z.string().min(1, 'passwordEmpty').max(fieldLengths.password, 'currentWrong').optional(),
});

export const factorAndCode = z.object({ factorId: z.uuid('gone'), code: codeSchema });

/** Input of the second step: a code of an app, or a recovery code. */
export const step = z.object({ code: codeSchema, next: nextField });
export const recoveryStep = z.object({ code: recoveryCodeSchema, next: nextField });

/** The first error of the input. */
export const firstError = (fieldErrors: Record<string, string>): MfaError =>
  mfaErrors.find((error) => Object.values(fieldErrors).includes(error)) ?? 'invalid';
