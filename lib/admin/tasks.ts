import 'server-only';
import { cache } from 'react';
import { z } from 'zod';
import { callRpc, logFailure } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';

const count = z.coerce.number().int();
const answer = z.object({
  disputas: count,
  disputa_vence_at: z.string().nullable(),
  apelacion_vence_at: z.string().nullable(),
  casos: count,
  retiros: count,
  revisiones: count,
  reportes: count,
  solicitudes: count,
  correos: count,
  correo_error: z.string().nullable(),
});

/** Counts of open tasks of the staff by kind, 1,000 at most, each with its page; `path` is null if there is no page. */
export type Tasks = Array<{
  kind: 'disputes' | 'cases' | 'withdrawals' | 'revisions' | 'reports' | 'requests' | 'mails';
  count: number;
  path: string | null;
}>;
type Waiting = {
  tasks: Tasks;
  /** The nearest end of an open dispute. */
  disputeDueAt: string | null;
  /** When the answer to an open appeal is due, the nearest. */
  appealDueAt: string | null;
  /** Error of the last abandoned mail. */
  mailError: string | null;
  isKnown: boolean;
};

/** Open staff tasks, for admins. Read once per page, which renders without them on failure. */
export const getTasks = cache(async (): Promise<Waiting> => {
  const read = await callRpc(createRequestClient(), 'admin_pendientes', {}, [], answer).catch(
    logFailure('what waits for the staff could not be read'),
  );
  if (!read.ok) return { tasks: [], disputeDueAt: null, appealDueAt: null, mailError: null, isKnown: false };
  const found = read.value;
  return {
    tasks: [
      { kind: 'disputes', count: found.disputas, path: '/dashboard-admin/disputes' },
      { kind: 'cases', count: found.casos, path: '/dashboard-admin/cases' },
      { kind: 'withdrawals', count: found.retiros, path: '/dashboard-admin/withdrawals' },
      { kind: 'revisions', count: found.revisiones, path: '/moderation' },
      { kind: 'reports', count: found.reportes, path: '/moderation/reports' },
      { kind: 'requests', count: found.solicitudes, path: '/dashboard-admin/help' },
      { kind: 'mails', count: found.correos, path: null },
    ],
    disputeDueAt: found.disputa_vence_at,
    appealDueAt: found.apelacion_vence_at,
    mailError: found.correo_error,
    isKnown: true,
  };
});
