import { recently } from '@/lib/core/cache/recent';
import { deadlines } from '@/lib/core/http/deadlines';
import { createPublicClient } from '@/lib/core/supabase/server';

async function ask(): Promise<boolean> {
  const query = createPublicClient().from('configuracion_global').select('id').eq('id', 1).limit(1);
  return (await query.abortSignal(AbortSignal.timeout(deadlines.ping))).error === null;
}

const readAnswers = recently(ask, { fresh: 1_000, patience: deadlines.ping + 500 });

/**
 * Whether the database answers; a node asks it once a second at most. Next.js answers a page that fails with 500, so what
 * an outage is must be known before the page is rendered.
 */
export const databaseAnswers = async (): Promise<boolean> => (await readAnswers()) ?? false;
