import 'server-only';
import { z } from 'zod';
import { inLanguage } from '@/lib/catalog/rows';
import { readRpc } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { createRequestClient } from '@/lib/core/supabase/server';
import { decisionBarriers, measureKinds, reportedKinds, reportKinds, reportReasons, reportStates } from './types';

const subject = z.object({
  nombre: z.string().optional(),
  autor: z.string(),
  slug: z.string().nullish(),
  estrellas: z.number().optional(),
  texto: z.string().optional(),
  pregunta: z.string().optional(),
  oculta: z.boolean().optional(),
  oculta_motivo: z.string().nullish(),
  hasta: z.string().nullish(),
  motivo: z.string().nullish(),
  status: z.string().optional(),
  medida: z.enum(measureKinds).optional(),
  levantada: z.boolean().optional(),
});

const message = z.object({
  id: z.coerce.number(),
  de: z.enum(['equipo', 'creador']),
  texto: z.string(),
  created_at: z.string(),
});
const toMessage = ({ id, de, texto, created_at }: z.output<typeof message>) => ({
  id,
  isFromStaff: de === 'equipo',
  text: texto,
  at: created_at,
});
export type ReportMessage = ReturnType<typeof toMessage>;

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
    asignado: z.object({ id: z.string(), name: z.string() }).nullable(),
    espera_respuesta: z.boolean(),
    mensajes: z.array(message),
    vence_at: z.string().nullable(),
    no_atiende: z.string().nullable(),
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
    /** Null for a moderator who is reported. */
    from: found.de,
    settledBy: found.resuelto_por ?? '',
    takenBy: found.asignado,
    /** True if a question to the owner of the subject waits for an answer. */
    isAsked: found.espera_respuesta,
    messages: found.mensajes.map(toMessage),
    /** The due date of the answer to an appeal. */
    dueAt: found.vence_at,
    /** The reason why the signed-in moderator may not decide, or null. */
    barrier: decisionBarriers.find((known) => known === found.no_atiende) ?? null,
    /** Its subject; null if that no longer exists. */
    subject: found.objeto && {
      /** Null if the object of a measure is deleted. */
      name: found.objeto.nombre ?? null,
      author: found.objeto.autor,
      slug: found.objeto.slug ?? null,
      stars: found.objeto.estrellas ?? 0,
      text: found.objeto.texto ?? '',
      /** The question of a reported answer. */
      question: found.objeto.pregunta ?? null,
      isHidden: found.objeto.oculta ?? false,
      hiddenReason: found.objeto.oculta_motivo ?? null,
      isOnSale: found.objeto.status === 'approved',
      /** The reason of a ban, a disabled account or a measure, for an appeal. */
      sanction: found.objeto.motivo ?? null,
      measure: found.objeto.medida ?? null,
      isLifted: found.objeto.levantada ?? false,
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

const named = { nombre: z.string().optional(), nombre_en: z.string().nullish(), slug: z.string().nullish() };
const concerning = z.object({
  medidas: z.array(
    z.object({
      ...named,
      id: z.string(),
      tipo: z.enum(measureKinds),
      motivo: z.string().nullable(),
      created_at: z.string(),
      levantada_at: z.string().nullable(),
      apelable: z.boolean(),
      apelacion: z
        .object({
          texto: z.string(),
          estado: z.enum(reportStates),
          respuesta: z.string().nullable(),
          vence_at: z.string(),
        })
        .nullable(),
    }),
  ),
  preguntas: z.array(
    z.object({ ...named, id: z.string(), tipo: z.enum(reportKinds), abierta: z.boolean(), mensajes: z.array(message) }),
  ),
  denuncias: z.array(
    z.object({
      ...named,
      id: z.string(),
      tipo: z.enum(reportedKinds),
      motivo: z.enum(reportReasons),
      estado: z.enum(reportStates),
      created_at: z.string(),
    }),
  ),
});

/**
 * Moderation about the signed-in person, newest first, up to 50 of each: measures about their content with the appeals,
 * questions of moderators, and the reports that they made.
 */
export async function getMyModeration(locale: Locale) {
  const found = await readRpc(createRequestClient(), 'mi_moderacion', {}, concerning);
  const nameOf = (row: { nombre?: string | undefined; nombre_en?: string | null | undefined }) =>
    row.nombre === undefined ? null : inLanguage(locale, row.nombre, row.nombre_en ?? null);
  return {
    measures: found.medidas.map((measure) => ({
      id: measure.id,
      kind: measure.tipo,
      name: nameOf(measure),
      reason: measure.motivo,
      at: measure.created_at,
      isLifted: measure.levantada_at !== null,
      mayAppeal: measure.apelable && measure.apelacion === null,
      appeal: measure.apelacion && {
        text: measure.apelacion.texto,
        state: measure.apelacion.estado,
        reply: measure.apelacion.respuesta,
        dueAt: measure.apelacion.vence_at,
      },
    })),
    questions: found.preguntas.map((report) => ({
      id: report.id,
      kind: report.tipo,
      name: nameOf(report),
      isOpen: report.abierta,
      messages: report.mensajes.map(toMessage),
    })),
    reports: found.denuncias.map((report) => ({
      id: report.id,
      kind: report.tipo,
      name: nameOf(report),
      reason: report.motivo,
      state: report.estado,
      at: report.created_at,
    })),
  };
}

export type MyModeration = Awaited<ReturnType<typeof getMyModeration>>;
