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
 * The address from which the owner of an order may download it now: a link that is valid for a minute, or the creator's
 * own https address. A file is saved under the name that its creator gave it. The link is made with the owner's own rights, and each download is counted
 * (docs/behaviour/orders.md, "Download area").
 *
 * @returns `no_existe` for somebody else's order, `no_disponible` when there is nothing to download (yet), `fallo` when
 *   the link could not be made
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
