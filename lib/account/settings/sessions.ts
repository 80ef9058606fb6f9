import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';

const sessionRow = z
  .object({
    id: z.string(),
    created_at: z.string(),
    vista_at: z.string().nullable(),
    navegador: z.string(),
    direccion: z.string(),
    pais: z.string(),
    actual: z.boolean(),
  })
  .transform((row) => ({
    id: row.id,
    /** Browser and system from the user agent; empty for a session older than this record. */
    browser: row.navegador,
    /** The shortened address. */
    address: row.direccion,
    /** Two letters of ISO 3166-1; empty if unknown. */
    country: row.pais,
    beganAt: row.created_at,
    seenAt: row.vista_at ?? row.created_at,
    isThis: row.actual,
  }));

export type Session = z.output<typeof sessionRow>;

/** The sessions of the signed-in person, this one first. */
export const listSessions = (): Promise<Session[]> =>
  readRpc(createRequestClient(), 'mis_sesiones', {}, z.array(sessionRow));
