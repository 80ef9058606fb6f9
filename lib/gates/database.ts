import { recently } from '@/lib/core/cache/recent';
import { deadlines } from '@/lib/core/http/deadlines';
import { createPublicClient } from '@/lib/core/supabase/server';

async function ask(): Promise<boolean> {
  const query = createPublicClient().from('configuracion_global').select('id').eq('id', 1).limit(1);
  return (await query.abortSignal(AbortSignal.timeout(deadlines.ping))).error === null;
}

const readAnswers = recently(ask, { fresh: 1_000, patience: deadlines.ping + 500 });

/**
 * True if the database answers; a node checks once a second at most. Next.js answers a failing page with 500, so an
 * outage must be known before the page is rendered.
 */
export const databaseAnswers = async (): Promise<boolean> => (await readAnswers()) ?? false;
