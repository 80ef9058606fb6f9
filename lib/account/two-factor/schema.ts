import { z } from 'zod';

// The messages are keys of the catalogue namespace `twoFactor.errors`.

/** Six digits from an authenticator app; spaces between them are ignored. */
export const codeSchema = z
  .string()
  .transform((text) => text.replaceAll(/\D/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'codeShape'));

export const recoveryCodeSchema = z.string().trim().min(1, 'recoveryShape').max(60, 'recoveryShape');

/** The name a person gives to an app. */
export const appNameSchema = z.string().trim().min(1, 'nameEmpty').max(40, 'nameLong');

export const factorIdSchema = z.uuid();
