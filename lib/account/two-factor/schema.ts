import { z } from 'zod';

// The messages are keys of the catalogue namespace `twoFactor.errors`.

/** Six digits of an authenticator app, however they were spaced. */
export const codeSchema = z
  .string()
  .transform((text) => text.replaceAll(/\D/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'codeShape'));

export const recoveryCodeSchema = z.string().trim().min(1, 'recoveryShape').max(60, 'recoveryShape');

/** What a person calls an app, to tell it from another. */
export const appNameSchema = z.string().trim().min(1, 'nameEmpty').max(40, 'nameLong');

export const factorIdSchema = z.uuid();
