import 'server-only';
import { z } from 'zod';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { env } from '@/lib/core/env';
import { createRequestClient } from '@/lib/core/supabase/server';
import { parseDownloadLink } from '@/lib/storage/download-link';
import { fileName } from '@/lib/storage/path';
import { signRead } from '@/lib/storage/server';

const secondsToStart = 60;

const linkRow = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(false), error: z.string() }),
  z.object({ ok: z.literal(true), download_link: z.string() }),
]);

/**
 * The address from which the owner of an order may download it now: a link that is valid for a minute, or the creator's
 * own https address. The link is made with the owner's own rights, and each download is counted
 * (docs/behaviour/orders.md, "Download area").
 *
 * @returns `no_existe` for somebody else's order, `no_disponible` when there is nothing to download (yet), `fallo` when
 *   the link could not be made
 */
export async function getDownloadUrl(
  orderId: string,
): Promise<Result<string, 'no_existe' | 'no_disponible' | 'fallo'>> {
  const client = await createRequestClient();
  const { data, error } = await client.rpc('enlace_descarga', { p_adquisicion: orderId });
  if (error) return fail('fallo');
  const link = linkRow.parse(data);
  if (!link.ok) return fail(link.error === 'no_existe' ? 'no_existe' : 'no_disponible');
  const { SITE_URL, SUPABASE_URL } = env();
  const target = parseDownloadLink(link.download_link, [SITE_URL, SUPABASE_URL]);
  if (target?.kind === 'web') return succeed(target.href);
  const signed = target && (await signRead(target.path, secondsToStart, fileName(target.path)));
  return signed ? succeed(signed) : fail('fallo');
}
