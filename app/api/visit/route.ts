import { z } from 'zod';
import { longestSlug, slugPattern } from '@/lib/catalog/slug';
import { visitSource } from '@/lib/catalog/visit-source';
import { logFailure, nothing, readRpc } from '@/lib/core/action/rpc';
import { env } from '@/lib/core/env';
import { takeAttempt } from '@/lib/core/limits';
import { isOwnOrigin } from '@/lib/core/security/origin';
import { seal } from '@/lib/core/security/seal';
import { clientAddress, isRobot, visitorHash } from '@/lib/core/security/visitor';
import { createPublicClient, createRequestClient } from '@/lib/core/supabase/server';

const address = z.string().max(2_000).optional().catch(undefined);
const body = z.object({ slug: z.string().max(longestSlug).regex(slugPattern), from: address, landing: address });

/**
 * Whether views from an address still count: it has a limit per minute for all products, and one per day for each
 * product.
 */
async function mayCount(address: string, slug: string): Promise<boolean> {
  if ((await takeAttempt('visit', address)) > 0) return false;
  return (await takeAttempt('productVisit', `${address} ${slug}`)) === 0;
}

/**
 * Counts a view of a product: once per visitor and day, never for robots, its creator and the team. Notes coarsely where
 * the visitor came from.
 */
export async function POST(request: Request) {
  if (!isOwnOrigin(request)) return new Response(null, { status: 403 });
  const parsed = body.safeParse(await request.json().catch(() => null));
  if (!parsed.success) return new Response(null, { status: 400 });
  if (!isRobot(request.headers) && (await mayCount(clientAddress(request.headers), parsed.data.slug))) {
    const { slug } = parsed.data;
    const source = visitSource(parsed.data, env().SITE_URL);
    const visitor = visitorHash(request.headers, env().CRON_SECRET);
    const p_sello = await seal('visita', slug, visitor, ...(source ? [source] : []));
    const visit = { p_slug: slug, p_visitante: visitor, p_fuente: source, p_sello };
    try {
      // The database does not count who made the product, nor the team. A session that has run out is a visitor's.
      await readRpc(createRequestClient(), 'registrar_visita', visit, nothing).catch(() =>
        readRpc(createPublicClient(), 'registrar_visita', visit, nothing),
      );
    } catch (problem) {
      logFailure('a visit could not be counted')(problem);
    }
  }
  return new Response(null, { status: 204 });
}
