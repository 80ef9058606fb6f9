'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { defineAction, defineForm } from '@/lib/account/define-action';
import { getMe } from '@/lib/account/server';
import { setNewPassword } from '@/lib/account/sign-in/auth';
import { authErrorKey, revealsKnownAddress } from '@/lib/account/sign-in/auth-errors';
import { mailReturn } from '@/lib/account/sign-in/mail-return';
import { fail, succeed } from '@/lib/core/action/result';
import { callRpc } from '@/lib/core/action/rpc';
import { tags } from '@/lib/core/cache/tags';
import { env } from '@/lib/core/env';
import { takeAttempt } from '@/lib/core/limits';
import { roundUpDuration } from '@/lib/core/security/response-timing';
import { throwIfOutage } from '@/lib/core/supabase/auth-outage';
import { createRequestClient } from '@/lib/core/supabase/server';
import { sendPendingMails } from '@/lib/mail/server';
import { permit, proveIdentity } from './identity';
import { linkNames, mailKinds } from './index';
import {
  bellPreferencesSchema,
  emailChangeSchema,
  mailPreferencesSchema,
  passwordChangeSchema,
  profileLinksSchema,
  profileSchema,
} from './schema';
import { saveProfile } from './server';

/** Saves changed profile fields; on a conflict with an admin, the form shows both values. */
export const saveProfileAction = defineForm('saveProfileAction', {
  who: 'signedIn',
  input: profileSchema,
  keep: ['displayName', 'phone', 'bio'],
  run: async (profile, me) => {
    const saved = await saveProfile(me, profile);
    if (saved.ok) return saved;
    if (saved.error !== 'conflicto') return fail('invalid', { fieldErrors: { displayName: saved.error } });
    const { details = {} } = saved;
    const fieldErrors = Object.fromEntries(Object.keys(details).map((field) => [field, 'changedMeanwhile']));
    return fail('invalid', { fieldErrors, details });
  },
});

/** Changes the password and ends every other session. */
export const changePasswordAction = defineForm('changePasswordAction', {
  who: 'signedIn',
  input: passwordChangeSchema,
  afterwards: [sendPendingMails],
  run: async ({ current, password }) => {
    const proof = await proveIdentity(() => permit('probar_contrasena', current));
    if (!proof.ok) return proof;
    const result = await setNewPassword(password, current);
    if (result.ok) return succeed(undefined);
    const isChoice = result.error === 'samePassword' || result.error === 'passwordWeak';
    return isChoice ? fail('invalid', { fieldErrors: { password: result.error } }) : fail('passwordFailed');
  },
});

/** Requests another mail address, which takes effect when the link sent to it is opened. */
export const changeEmailAction = defineForm('changeEmailAction', {
  who: 'signedIn',
  input: emailChangeSchema,
  keep: ['email'],
  afterwards: [sendPendingMails],
  run: async ({ email, current }, me) => {
    if (!env().ALLOWED_EMAIL_DOMAINS.includes(email.slice(email.lastIndexOf('@') + 1))) {
      return fail('invalid', { fieldErrors: { email: 'emailDomain' } });
    }
    const proof = await proveIdentity(() => permit('permitir_cambio_correo', current));
    if (!proof.ok) return proof;
    if (proof.value === email) return fail('invalid', { fieldErrors: { email: 'emailSame' } });
    // Auth mails a free address once a minute, but never a taken one. A second attempt would reveal which it is.
    if ((await takeAttempt('newEmail', me.id)) > 0) return fail('tooMany');
    const client = await createRequestClient();
    const options = { emailRedirectTo: mailReturn('/profile/settings') };
    const { error } = await roundUpDuration(1500, () => client.auth.updateUser({ email }, options));
    // A taken address is not reported: the mail never arrives.
    const isHidden = error && (revealsKnownAddress(error) || authErrorKey(error) === 'alreadyRegistered');
    if (isHidden || !error) return succeed({ email });
    throwIfOutage(error);
    return fail('emailFailed');
  },
});

/** Saves all mail preferences of the form at once. */
export const saveMailPreferencesAction = defineForm('saveMailPreferencesAction', {
  who: 'signedIn',
  input: mailPreferencesSchema,
  keep: mailKinds,
  run: async (boxes) => {
    const wanted = {
      p_producto_nuevo: boxes.newProducts === 'on',
      p_version_nueva: boxes.newVersions === 'on',
      p_resenas: boxes.reviews === 'on',
      p_resumen: boxes.summary === 'on',
      p_favoritos: boxes.favourites === 'on',
      p_anuncios: boxes.announcements === 'on',
      p_publicaciones: boxes.posts === 'on',
      p_preguntas: boxes.questions === 'on',
    };
    const saved = await callRpc(createRequestClient(), 'guardar_preferencias', wanted, []);
    // React resets a form after its action to these values.
    return saved.ok ? succeed(boxes) : saved;
  },
});

/** Saves whether each sale is a notification. */
export const saveBellPreferencesAction = defineForm('saveBellPreferencesAction', {
  who: 'signedIn',
  input: bellPreferencesSchema,
  keep: ['eachSale'],
  run: async ({ eachSale }) => {
    const wanted = { p_cada_venta: eachSale === 'on' };
    const saved = await callRpc(createRequestClient(), 'guardar_preferencias', wanted, []);
    return saved.ok ? succeed({ eachSale }) : saved;
  },
});

/** Saves the links of the signed-in creator's profile. */
export const saveLinksAction = defineForm('saveLinksAction', {
  who: 'signedIn',
  input: profileLinksSchema,
  keep: linkNames,
  run: (links) => callRpc(createRequestClient(), 'guardar_enlaces', { p_enlaces: links }, ['sin_productos']),
  tags: async () => {
    const me = await getMe();
    return me ? { now: [tags.creator(me.displayName)] } : {};
  },
});

/** Ends every session of the person, including this one. If Auth fails, all of them continue and the form says so. */
export const signOutEverywhereAction = defineForm('signOutEverywhereAction', {
  who: 'anybody',
  input: z.object({}),
  run: async () => {
    const client = await createRequestClient();
    const { error } = await client.auth.signOut({ scope: 'global' });
    throwIfOutage(error);
    if (error) return fail('signOutFailed');
    redirect('/login');
  },
});

/** Ends another session of the signed-in person. */
export const endSession = defineAction('endSession', {
  who: 'signedIn',
  input: z.uuid(),
  run: (id) => callRpc(createRequestClient(), 'terminar_sesion', { p_sesion: id }, ['no_existe', 'es_esta']),
});
