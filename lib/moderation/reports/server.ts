import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { reportKinds, reportReasons, reportStates } from './types';

const subject = z.object({
  nombre: z.string(),
  autor: z.string(),
  slug: z.string().optional(),
  estrellas: z.number().optional(),
  texto: z.string().optional(),
  oculta: z.boolean().optional(),
  oculta_motivo: z.string().nullish(),
  hasta: z.string().nullish(),
  motivo: z.string().nullish(),
});

const row = z
  .object({
    id: z.string(),
    objeto_tipo: z.enum(reportKinds),
    objeto_id: z.string(),
    motivo: z.enum(reportReasons),
    texto: z.string(),
    estado: z.enum(reportStates),
    nota: z.string().nullable(),
    created_at: z.string(),
    de: z.string().nullable(),
    resuelto_por: z.string().nullable(),
    objeto: subject.nullable(),
  })
  .transform((found) => ({
    id: found.id,
    kind: found.objeto_tipo,
    subjectId: found.objeto_id,
    reason: found.motivo,
    text: found.texto,
    state: found.estado,
    note: found.nota,
    at: found.created_at,
    from: found.de ?? '',
    settledBy: found.resuelto_por ?? '',
    /** Its subject; null if that no longer exists. */
    subject: found.objeto && {
      name: found.objeto.nombre,
      author: found.objeto.autor,
      slug: found.objeto.slug ?? null,
      stars: found.objeto.estrellas ?? 0,
      text: found.objeto.texto ?? '',
      isHidden: found.objeto.oculta ?? false,
      hiddenReason: found.objeto.oculta_motivo ?? null,
      /** The reason of a ban or a disabled account, for an appeal. */
      sanction: found.objeto.motivo ?? null,
    },
  }));

export type Report = z.output<typeof row>;

const answer = z.object({ abiertos: z.number(), reportes: z.array(row) });
const pageSize = 50;

/**
 * Reports for moderators: the open ones, oldest first, or the closed ones, newest first.
 *
 * @param page from 0
 */
export async function listReports(
  isOpen: boolean,
  page: number,
): Promise<{ reports: Report[]; open: number; hasMore: boolean }> {
  const asked = { p_abiertos: isOpen, p_pagina: page };
  const { abiertos, reportes } = await readRpc(createRequestClient(), 'listar_reportes', asked, answer);
  return { reports: reportes.slice(0, pageSize), open: abiertos, hasMore: reportes.length > pageSize };
}
