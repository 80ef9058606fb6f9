import { z } from 'zod';
import { displayNameSchema } from '@/lib/account/names/display-name';
import { readProfileLink } from '@/lib/catalog/profile-links';
import { eachOnce } from '@/lib/core/action/each-once';
import { withLineBreaks } from '@/lib/core/action/line-breaks';
import { visible } from '@/lib/core/visible';
import { fieldLengths, fitsAuth, fitsMail, shortestPassword } from '../field-lengths';
import { linkNames, type MailKind, mailKinds } from './index';

// The messages are keys of the catalogue namespace `settings.errors`.
export const profileSchema = z.object({
  displayName: displayNameSchema,
  phone: z
    .string()
    .overwrite((text) => visible(text).replaceAll(/\s/g, ' '))
    .max(fieldLengths.phone, 'phoneLong')
    .regex(/^[\d +().-]*$/, 'phoneCharacters'),
  bio: withLineBreaks.pipe(z.string().trim().max(fieldLengths.bio, 'bioLong')),
  // The loaded values, so that only changes are saved.
  displayNameBefore: z.string(),
  phoneBefore: z.string(),
  bioBefore: withLineBreaks,
});

export type ProfileForm = z.output<typeof profileSchema>;

const filled = z.string().min(1, 'allFields').max(fieldLengths.password, 'passwordLong');

/**
 * The form of a new password: three required fields; the new password has 6 to 60 characters and is typed twice
 * (docs/behaviour/account.md, "Settings").
 */
export const passwordChangeSchema = z
  .object({
    current: filled,
    password: filled.min(shortestPassword, 'passwordShort').refine(fitsAuth, 'passwordBytes'),
    confirmation: filled,
  })
  .refine((data) => data.password === data.confirmation, { path: ['confirmation'], message: 'passwordsDiffer' });

export const emailChangeSchema = z.object({
  email: z
    .string()
    .overwrite(visible)
    .toLowerCase()
    .pipe(z.email('emailInvalid').max(fieldLengths.email, 'emailInvalid').refine(fitsMail, 'emailInvalid')),
  current: filled,
});

export const deleteAccountSchema = z.object({ current: filled });

// An unchecked box is not sent.
const box = z.enum(['on', '']).default('');

export const mailPreferencesSchema = z.object(
  Object.fromEntries(mailKinds.map((kind) => [kind, box])) as Record<MailKind, typeof box>,
);

export const bellPreferencesSchema = z.object({ eachSale: box });

// Null if it was left empty.
const link = z
  .string()
  .default('')
  .transform((text, context) => {
    if (text.trim() === '') return null;
    const read = readProfileLink(text);
    if (read.ok) return read.value;
    context.addIssue({ code: 'custom', message: read.error });
    return z.NEVER;
  });

/** The links of a profile, without the empty fields. */
export const profileLinksSchema = z
  .object(Object.fromEntries(linkNames.map((name) => [name, link])) as Record<(typeof linkNames)[number], typeof link>)
  .superRefine(eachOnce(linkNames, 'linkTwice'))
  .transform((links) => linkNames.map((name) => links[name]).filter((href) => href !== null));
