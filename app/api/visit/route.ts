import { z } from 'zod';
import { env } from '@/lib/env';
import { isOwnOrigin } from '@/lib/security/origin';
import { isRobot, visitorHash } from '@/lib/security/visitor';
import { createAdminClient } from '@/lib/supabase/admin';

const body = z.object({ slug: z.string().regex(/^[a-z0-9-]{1,80}$/) });

/** Counts a view of a product: once per visitor and day, never for robots. */
export async function POST(request: Request) {
  if (!isOwnOrigin(request)) return new Response(null, { status: 403 });
  const parsed = body.safeParse(await request.json().catch(() => null));
  if (!parsed.success) return new Response(null, { status: 400 });
  if (!isRobot(request.headers)) {
    await createAdminClient().rpc('registrar_visita', {
      p_slug: parsed.data.slug,
      p_visitante: visitorHash(request.headers, env().CRON_SECRET),
    });
  }
  return new Response(null, { status: 204 });
}
