import 'server-only';
import { z } from 'zod';
import { fail, type Result, succeed } from '@/lib/action/result';
import { createAdminClient } from '@/lib/supabase/admin';
import { createRequestClient } from '@/lib/supabase/server';

const bucket = 'descargas';
const secondsToStart = 60;

const linkRow = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(false), error: z.string() }),
  z.object({ ok: z.literal(true), download_link: z.string(), slug: z.string() }),
]);

/**
 * The address from which the owner of an order may download it now: a link that is good for a minute, or the
 * creator's own https address. Counted (SPEC §4, DESIGN §5 download).
 *
 * @returns `no_existe` for an order of somebody else, `no_disponible` when there is nothing to download (yet),
 *   `fallo` when the link could not be made
 */
export async function getDownloadUrl(
  orderId: string,
): Promise<Result<string, 'no_existe' | 'no_disponible' | 'fallo'>> {
  const client = await createRequestClient();
  const { data, error } = await client.rpc('enlace_descarga', { p_adquisicion: orderId });
  if (error) return fail('fallo');
  const link = linkRow.parse(data);
  if (!link.ok) return fail(link.error === 'no_existe' ? 'no_existe' : 'no_disponible');
  if (link.download_link.startsWith('https://')) return succeed(link.download_link);
  const path = link.download_link.replace(new RegExp(`^${bucket}/`), '');
  const name = path.split('/').at(-1) ?? link.slug;
  const signed = await createAdminClient()
    .storage.from(bucket)
    .createSignedUrl(path, secondsToStart, { download: name });
  return signed.data ? succeed(signed.data.signedUrl) : fail('fallo');
}
