import 'server-only';
import { z } from 'zod';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { callRpc, logFailure } from '@/lib/core/action/rpc';
import { env } from '@/lib/core/env';
import { createRequestClient } from '@/lib/core/supabase/server';
import { parseDownloadLink } from '@/lib/storage/download-link';
import { fileName } from '@/lib/storage/path';
import { signRead } from '@/lib/storage/server';
import { type Copy, makeCopy } from './stamped-copy';

const secondsToStart = 60;

const linkRow = z.object({
  download_link: z.string(),
  nombre: z.string().nullish(),
  // Missing from a database of the previous release.
  marcada: z.boolean().default(false),
});

/** The download of a file, or a copy that was made for its buyer. */
type Download = { kind: 'link'; url: string } | { kind: 'copy'; copy: Copy };

/**
 * The download for the owner of an order: a link valid for a minute, the creator's own https address, or the bytes of a
 * stamped copy. The saved file has the name that its creator gave it. The link is signed with the owner's own
 * permissions, and each download is counted (docs/behaviour/orders.md, "Download area").
 *
 * @param signal aborts when the buyer leaves
 * @returns `no_existe` for another person's order, `no_disponible` if there is nothing to download (yet), `sin_copia`
 *   if its file cannot be stamped, `ocupado` during too many downloads, `fallo` if link or copy could not be created
 */
export async function getDownload(
  orderId: string,
  signal: AbortSignal,
): Promise<Result<Download, 'no_existe' | 'no_disponible' | 'sin_copia' | 'ocupado' | 'fallo'>> {
  const asked = { p_adquisicion: orderId };
  const link = await callRpc(createRequestClient(), 'enlace_descarga', asked, null, linkRow).catch(
    logFailure('a download could not be looked up'),
  );
  if (!link.ok) {
    if (link.error === 'failed') return fail('fallo');
    return fail(link.error === 'no_existe' ? 'no_existe' : 'no_disponible');
  }
  const { SITE_URL, SUPABASE_URL } = env();
  const target = parseDownloadLink(link.value.download_link, [SITE_URL, SUPABASE_URL]);
  if (target?.kind === 'web') return succeed({ kind: 'link', url: target.href });
  if (!target) return fail('fallo');
  const name = link.value.nombre ?? fileName(target.path);
  if (link.value.marcada) {
    const copy = await makeCopy(orderId, target.path, name, signal);
    return copy.ok ? succeed({ kind: 'copy', copy: copy.value }) : copy;
  }
  const url = await signRead(target.path, secondsToStart, name);
  return url ? succeed({ kind: 'link', url }) : fail('fallo');
}
