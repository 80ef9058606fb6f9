import 'server-only';
import { randomUUID } from 'node:crypto';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { callRpc, logFailure } from '@/lib/core/action/rpc';
import { type Encoded, makeBlur } from '@/lib/core/images';
import { log } from '@/lib/core/log';
import { seal } from '@/lib/core/security/seal';
import { createRequestClient } from '@/lib/core/supabase/server';
import { parseStoragePath } from './path';
import { store } from './server';

/** A random name in the person's own folder of a public bucket. */
const newName = (bucket: 'avatars' | 'portadas', userId: string) =>
  `${bucket}/${bucket === 'avatars' ? 'usuarios/' : ''}${userId}/${Date.now()}-${randomUUID()}.webp`;

/**
 * Stores an encoded picture with the rights of the signed-in person. The bucket accepts nothing else: a sealed call to
 * the database permits this one upload.
 *
 * @returns its address and placeholder; `noSpace` above the person's quota
 */
export async function storePublicPicture(
  bucket: 'avatars' | 'portadas',
  userId: string,
  made: Encoded,
): Promise<Result<{ url: string; blur: string }, 'noSpace' | 'uploadFailed'>> {
  const path = newName(bucket, userId);
  const blur = await makeBlur(made.data);
  const { width, height, data } = made;
  const picture = {
    p_ruta: path,
    p_ancho: width,
    p_alto: height,
    p_bytes: data.length,
    p_blur: blur,
    p_sello: await seal('imagen', userId, path, width, height, data.length, blur),
  };
  const permitted = await callRpc(createRequestClient(), 'permitir_imagen', picture, ['sin_espacio']).catch(
    logFailure('a picture was not permitted'),
  );
  const parsed = parseStoragePath(path);
  if (!permitted.ok) return fail(permitted.error === 'sin_espacio' ? 'noSpace' : 'uploadFailed');
  const problem = parsed ? await store(parsed, data, 'image/webp') : 'no path';
  if (problem) {
    log.error({ bucket, error: problem }, 'a picture was not stored');
    return fail('uploadFailed');
  }
  return succeed({ url: `/media/${path}`, blur });
}
