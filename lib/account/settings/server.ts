import 'server-only';
import { after } from 'next/server';
import { z } from 'zod';
import { isReservedName } from '@/lib/account/names/display-name';
import type { Me } from '@/lib/account/types';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { callRpc, readRpc } from '@/lib/core/action/rpc';
import { makeStale } from '@/lib/core/cache/stale';
import { tags } from '@/lib/core/cache/tags';
import { log } from '@/lib/core/log';
import { throwIfOutage } from '@/lib/core/supabase/auth-outage';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import { storePublicPicture } from '@/lib/storage/pictures';
import { sweepPictures } from '@/lib/storage/sweep';
import { makeProfileImage } from './image';
import type { ProfileImageKind } from './index';
import type { ProfileForm } from './schema';
import { type Obstacle, obstacles, type Settings } from './types';

const row = z.object({
  display_name: z.string(),
  avatar_url: z.string(),
  banner_url: z.string(),
  bio: z.string(),
  enlaces: z.array(z.string()),
});
const phoneRow = z.object({ phone: z.string().nullable() }).nullable();
const preferencesRow = z
  .object({
    correo_producto_nuevo: z.boolean(),
    correo_version_nueva: z.boolean(),
    correo_favoritos: z.boolean(),
    correo_anuncios: z.boolean(),
    correo_publicaciones: z.boolean(),
    correo_preguntas: z.boolean(),
    aviso_cada_venta: z.boolean(),
    correo_resenas: z.boolean(),
    correo_resumen: z.boolean(),
  })
  .nullable();

/**
 * The settings of the signed-in person.
 *
 * @throws if any of them cannot be read
 */
export async function getSettings(me: Me): Promise<Settings> {
  const client = await createRequestClient();
  const [user, account, phone, preferences] = await Promise.all([
    client.auth.getUser(),
    dataOf(
      'profile query',
      client.from('usuarios_meta').select('display_name,avatar_url,banner_url,bio,enlaces').eq('id', me.id).single(),
    ),
    dataOf('phone query', client.from('profiles').select('phone').eq('id', me.id).maybeSingle()),
    dataOf(
      'preferences query',
      client
        .from('preferencias_aviso')
        .select(
          'correo_producto_nuevo,correo_version_nueva,correo_favoritos,correo_anuncios,correo_publicaciones,correo_preguntas,correo_resenas,correo_resumen,aviso_cada_venta',
        )
        .maybeSingle(),
    ),
  ]);
  throwIfOutage(user.error);
  // Unreadable fields would look empty, and saving the form would clear them.
  if (user.error) throw new Error(`the settings could not be read: ${user.error.message}`);
  const own = row.parse(account);
  const wishes = preferencesRow.parse(preferences);
  return {
    displayName: own.display_name,
    avatarUrl: own.avatar_url,
    bannerUrl: own.banner_url,
    bio: own.bio,
    links: own.enlaces,
    phone: phoneRow.parse(phone)?.phone ?? '',
    email: user.data.user?.email ?? '',
    newEmail: user.data.user?.new_email ?? null,
    mails: {
      newProducts: wishes?.correo_producto_nuevo ?? false,
      newVersions: wishes?.correo_version_nueva ?? true,
      favourites: wishes?.correo_favoritos ?? false,
      announcements: wishes?.correo_anuncios ?? false,
      posts: wishes?.correo_publicaciones ?? true,
      questions: wishes?.correo_preguntas ?? true,
      reviews: wishes?.correo_resenas ?? true,
      summary: wishes?.correo_resumen ?? true,
    },
    eachSale: wishes?.aviso_cada_venta ?? false,
  };
}

/** Obstacles to deleting the signed-in person's account, and whether products of theirs are on sale. */
export async function readBeforeDeleting(): Promise<{ obstacles: Obstacle[]; sells: boolean }> {
  const { motivos, productos } = await readRpc(
    createRequestClient(),
    'antes_de_borrar',
    {},
    z.object({ motivos: z.array(z.enum(obstacles)), productos: z.boolean() }),
  );
  return { obstacles: motivos, sells: productos };
}

function forgetProfile(...names: string[]) {
  makeStale({ now: names.map(tags.creator), soon: names.map(tags.byline) });
}

const profileColumns = { displayName: 'display_name', phone: 'phone', bio: 'bio' } as const;
type ProfileField = keyof typeof profileColumns;
const profileFields: readonly ProfileField[] = ['displayName', 'phone', 'bio'];

/** The profile fields by column. */
const toColumns = (fields: readonly ProfileField[], read: (field: ProfileField) => string) =>
  Object.fromEntries(fields.map((field) => [profileColumns[field], read(field)]));

/**
 * Saves changes of name, bio and phone. The name is also the address of the public profile, so it is unique.
 *
 * @returns `conflicto` with the current values in `details` if somebody else has changed them
 * @throws if the database fails
 */
export async function saveProfile(
  me: Me,
  profile: ProfileForm,
): Promise<Result<undefined, 'nameTaken' | 'nameReserved' | 'nameTooOften' | 'conflicto'>> {
  const before = (field: ProfileField) => profile[`${field}Before`];
  const changed = profileFields.filter((field) => profile[field] !== before(field));
  if (changed.length === 0) return succeed(undefined);
  if (me.role === 'user' && changed.includes('displayName') && isReservedName(profile.displayName)) {
    return fail('nameReserved');
  }
  const saved = await callRpc(
    createRequestClient(),
    'guardar_perfil',
    { p_base: toColumns(changed, before), p_cambios: toColumns(changed, (field) => profile[field]) },
    ['nombre_ocupado', 'conflicto'],
  );
  if (saved.ok) {
    forgetProfile(me.displayName, profile.displayName);
    return succeed(undefined);
  }
  if (saved.error === 'nombre_ocupado') return fail('nameTaken');
  if (saved.error === 'demasiados_intentos') return fail('nameTooOften');
  if (saved.error !== 'conflicto') throw new Error(`guardar_perfil: ${saved.error}`);
  const { details = {} } = saved;
  const now = changed.flatMap((field) => {
    const value = details[profileColumns[field]];
    return value === undefined ? [] : [[field, value] as const];
  });
  return fail('conflicto', { details: Object.fromEntries(now) });
}

/**
 * Replaces the avatar or the banner: `usuarios/{userId}/{timestamp}-….webp` in the public bucket. The ten-minute job
 * deletes the old one.
 *
 * @returns the new address, `imageInvalid`, `noSpace`, or `uploadFailed`
 */
export async function replaceImage(
  me: Me,
  kind: ProfileImageKind,
  file: Uint8Array,
): Promise<Result<string, 'imageInvalid' | 'noSpace' | 'uploadFailed'>> {
  const made = await makeProfileImage(file, kind);
  if (!made.ok) return made;
  const stored = await storePublicPicture('avatars', me.id, made.value);
  if (!stored.ok) return stored;
  const { url } = stored.value;
  const client = await createRequestClient();
  const change = kind === 'avatar' ? { avatar_url: url } : { banner_url: url };
  const saved = await client.from('usuarios_meta').update(change).eq('id', me.id).select('id');
  if (saved.error || saved.data.length === 0) {
    log.error({ kind, error: saved.error?.message }, 'a picture of a profile was not saved');
    return fail('uploadFailed');
  }
  after(sweepPictures);
  forgetProfile(me.displayName);
  return succeed(url);
}

/**
 * Deletes the account for good: `borrar_mi_cuenta` erases the data, and the ten-minute job deletes the pictures.
 *
 * @returns the refusal as a key of `settings.errors`; a wrong password is an error of the field `current`
 */
export async function deleteAccount(me: Me, password: string) {
  const client = await createRequestClient();
  const deleted = await callRpc(client, 'borrar_mi_cuenta', { p_contrasena: password }, [
    'contrasena_incorrecta',
    ...obstacles,
  ]);
  if (!deleted.ok) {
    if (deleted.error !== 'contrasena_incorrecta') return fail(deleted.error);
    return fail('invalid', { fieldErrors: { current: 'currentWrong' } });
  }
  // For erasures after a restore (docs/personal-data.md, "After a restore").
  log.info({ user: me.id }, 'an account was deleted');
  after(sweepPictures);
  await client.auth.signOut({ scope: 'local' });
  forgetProfile(me.displayName);
  return succeed(undefined);
}
