import 'server-only';
import { z } from 'zod';
import { callRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';

const thanked = z.object({ slug: z.string(), gracias: z.boolean(), utiles: z.number() });

/** Thanks for an answer, or withdraws the thanks; null toggles. */
export const thank = (questionId: string, thanks: boolean | null) =>
  callRpc(
    createRequestClient(),
    'agradecer_respuesta',
    { p_pregunta: questionId, p_gracias: thanks },
    ['no_existe', 'es_suyo'],
    thanked,
  );
