import { z } from 'zod';
import { env } from '@/lib/env';
import { isOwnOrigin } from '@/lib/security/origin';
import { seal } from '@/lib/security/seal';
import { isRobot, visitorHash } from '@/lib/security/visitor';
import { createPublicClient } from '@/lib/supabase/server';

const body = z.object({ slug: z.string().regex(/^[a-z0-9-]{1,80}$/) });

/** Counts a view of a product: once per visitor and day, never for robots. */
export async function POST(request: Request) {
  if (!isOwnOrigin(request)) return new Response(null, { status: 403 });
  const parsed = body.safeParse(await request.json().catch(() => null));
  if (!parsed.success) return new Response(null, { status: 400 });
  if (!isRobot(request.headers)) {
    const { slug } = parsed.data;
    const visitor = visitorHash(request.headers, env().CRON_SECRET);
    await createPublicClient().rpc('registrar_visita', {
      p_slug: slug,
      p_visitante: visitor,
      p_sello: await seal('visita', slug, visitor),
    });
  }
  return new Response(null, { status: 204 });
}
