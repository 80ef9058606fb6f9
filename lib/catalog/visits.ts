import 'server-only';
import { logFailure, nothing, readRpc } from '@/lib/core/action/rpc';
import { seal } from '@/lib/core/security/seal';
import { createPublicClient, createRequestClient } from '@/lib/core/supabase/server';

/**
 * Counts a product view, once per visitor and day. A failure is logged, not thrown.
 *
 * @param visit.visitor the hash of the visitor
 * @param visit.source the coarse source; null if unknown
 */
export async function countVisit(visit: { slug: string; visitor: string; source: string | null }): Promise<void> {
  const { slug, visitor, source } = visit;
  const p_sello = await seal('visita', slug, visitor, ...(source ? [source] : []));
  const given = { p_slug: slug, p_visitante: visitor, p_fuente: source, p_sello };
  // Views of the creator and the team are not counted. An expired session is a visitor.
  await readRpc(createRequestClient(), 'registrar_visita', given, nothing)
    .catch(() => readRpc(createPublicClient(), 'registrar_visita', given, nothing))
    .catch(logFailure('a visit could not be counted'));
}
