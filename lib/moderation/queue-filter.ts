import { z } from 'zod';
import type { PageQuery } from '@/lib/core/http/page-query';
import { parseCursor } from '@/lib/core/supabase/cursor';

export const queueKinds = ['nueva', 'cambio'] as const;
export const queueOwners = ['mias', 'libres', 'otras', 'creador'] as const;
/** Minimum waiting days. */
export const queueAges = ['1', '3', '7'] as const;

const schema = z.object({
  q: z.string().trim().max(200).catch(''),
  tipo: z.enum(queueKinds).nullable().catch(null),
  de: z.enum(queueOwners).nullable().catch(null),
  dias: z.enum(queueAges).nullable().catch(null),
  tras: z
    .string()
    .nullable()
    .catch(null)
    .transform((text) => parseCursor(text) ?? null),
});

/** Parses the queue's query; invalid values are ignored. */
export const parseQueueFilter = (query: PageQuery) => {
  const { q, tipo, de, dias, tras } = schema.parse(query);
  return { search: q, kind: tipo, whose: de, days: dias, after: tras };
};

export type QueueFilter = ReturnType<typeof parseQueueFilter>;

/** The address of the next page of the queue. */
export function queueAddress({ search, kind, whose, days }: QueueFilter, after: string): string {
  const entries = Object.entries({ q: search, tipo: kind, de: whose, dias: days, tras: after });
  return `/moderation?${new URLSearchParams(entries.flatMap(([name, value]) => (value ? [[name, value]] : [])))}`;
}
