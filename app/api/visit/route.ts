import { z } from 'zod';
import { longestSlug, slugPattern } from '@/lib/catalog/slug';
import { visitSource } from '@/lib/catalog/visit-source';
import { countVisit } from '@/lib/catalog/visits';
import { env } from '@/lib/core/env';
import { readLimited } from '@/lib/core/http/body';
import { parseJson } from '@/lib/core/http/json';
import { takeAttempt } from '@/lib/core/limits';
import { isOwnOrigin } from '@/lib/core/security/origin';
import { clientAddress, isRobot, visitorHash } from '@/lib/core/security/visitor';

/** Enough for both addresses. */
const longestBytes = 32_000;
const address = z.string().max(2_000).optional().catch(undefined);
const body = z.object({ slug: z.string().max(longestSlug).regex(slugPattern), from: address, landing: address });

/** Checks the limits of an address: views per minute of all products, and per day of each product. */
async function mayCount(address: string, slug: string): Promise<boolean> {
  if ((await takeAttempt('visit', address)) > 0) return false;
  return (await takeAttempt('productVisit', `${address} ${slug}`)) === 0;
}

/**
 * Counts a view of a product, once per visitor and day, except by robots, its creator and the team. Records the kind of
 * source.
 */
export async function POST(request: Request) {
  if (!isOwnOrigin(request)) return new Response(null, { status: 403 });
  const sent = await readLimited(request, longestBytes);
  const parsed = body.safeParse(parseJson(new TextDecoder().decode(sent ?? undefined)));
  if (!parsed.success) return new Response(null, { status: 400 });
  if (!isRobot(request.headers) && (await mayCount(clientAddress(request.headers), parsed.data.slug))) {
    const { slug } = parsed.data;
    const source = visitSource(parsed.data, env().SITE_URL);
    const visitor = visitorHash(request.headers, env().CRON_SECRET);
    await countVisit({ slug, visitor, source });
  }
  return new Response(null, { status: 204 });
}
