import 'server-only';
import { z } from 'zod';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { callRpc, logFailure } from '@/lib/core/action/rpc';
import { env } from '@/lib/core/env';
import { createRequestClient } from '@/lib/core/supabase/server';
import { parseDownloadLink } from '@/lib/storage/download-link';
import { fileName } from '@/lib/storage/path';
import { signRead } from '@/lib/storage/server';

const secondsToStart = 60;

const linkRow = z.object({ download_link: z.string(), nombre: z.string().nullish() });

/**
 * The download address for the owner of an order: a link valid for a minute, or the creator's own https address. A file
 * is saved under its creator's name for it. The link is signed with the owner's own rights, and each download is
 * counted (docs/behaviour/orders.md, "Download area").
 *
 * @returns `no_existe` for another person's order, `no_disponible` if there is nothing to download (yet), `fallo` if
 * the link could not be created
 */
export async function getDownloadUrl(
  orderId: string,
): Promise<Result<string, 'no_existe' | 'no_disponible' | 'fallo'>> {
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
  if (target?.kind === 'web') return succeed(target.href);
  const signed = target && (await signRead(target.path, secondsToStart, link.value.nombre ?? fileName(target.path)));
  return signed ? succeed(signed) : fail('fallo');
}
