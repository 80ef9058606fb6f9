import { z } from 'zod';
import { fieldLengths, fitsAuth, fitsMail, shortestPassword } from '@/lib/account/field-lengths';
import { isReservedName } from '@/lib/account/names/display-name';
import { usernameLength } from '@/lib/account/names/username';
import { visible } from '@/lib/core/visible';
import { safeNext } from '@/lib/gates/routes';

// The messages are keys of the catalogue namespace `auth.errors`.
const email = z
  .string()
  .overwrite(visible)
  .toLowerCase()
  .min(1, { error: 'credentialsRequired', abort: true })
  .pipe(z.email('anonymous').max(fieldLengths.email, 'anonymous').refine(fitsMail, 'anonymous'));

const password = z
  .string()
  .min(1, 'passwordMissing')
  .min(shortestPassword, 'passwordShort')
  .max(fieldLengths.password, 'passwordLong')
  .refine(fitsAuth, 'passwordBytes');

/** The hidden field with the target page: a path of this shop, or its home page. */
export const nextField = z.string().catch('/').transform(safeNext);

export const loginSchema = z.object({ email, password: z.string().min(1, 'passwordMissing'), next: nextField });

/** 3 to 20 letters, digits and underscores; spaces are removed; names of the shop and its staff are refused. */
export const usernameSchema = z
  .string()
  .transform((text) => visible(text).replaceAll(/\s/g, ''))
  .pipe(
    z
      .string()
      .min(1, 'usernameEmpty')
      .min(usernameLength.min, 'usernameLength')
      .max(usernameLength.max, 'usernameLength')
      .regex(/^\w+$/, 'usernameCharacters')
      .refine((name) => !isReservedName(name), 'usernameReserved'),
  );

export const registerSchema = z.object({ email, username: usernameSchema, password, next: nextField });

export const chooseNameSchema = z.object({ username: usernameSchema, next: nextField });

export const resetSchema = z.object({
  next: nextField,
  email: z.string().overwrite(visible).toLowerCase().min(1, 'resetEmailRequired').pipe(z.email('resetEmailRequired')),
});

export const newPasswordSchema = z
  .object({ password, confirmation: z.string(), next: nextField })
  .refine((data) => data.password === data.confirmation, { path: ['confirmation'], message: 'passwordsDiffer' });
