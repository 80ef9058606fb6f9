import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';

/** The kinds of things that an act may be about. */
export const actThings = [
  'usuario',
  'producto',
  'pago',
  'retiro',
  'cupon',
  'tienda',
  'caso',
  'reporte',
  'resena',
] as const;

/** The acts that the log may hold, by the names that the database has for them. */
export const actNames = [
  'cambiar_rol',
  'nombrar_admin',
  'vetar',
  'levantar_veto',
  'cambiar_reputacion',
  'editar_usuario',
  'editar_producto',
  'generar_codigos',
  'aprobar_revision',
  'rechazar_revision',
  'aprobar_retiro',
  'rechazar_retiro',
  'pedir_reembolso',
  'resolver_caso',
  'aclarar_retiro',
  'aplazar_retiro',
  'cambiar_retiro',
  'quitar_segundo_factor',
  'responder_disputa',
  'cambiar_precio',
  'programar_oferta',
  'cancelar_oferta',
  'archivar_producto',
  'recuperar_producto',
  'cambiar_ajuste',
  'guardar_cupon',
  'borrar_cupon',
  'crear_cupon',
  'parar_cupon',
  'ocultar_resena',
  'mostrar_resena',
  'resolver_reporte',
  'asignar_revision',
] as const;

/** The fields of things that the log names. */
export const actFields = [
  'role',
  'display_name',
  'reputacion',
  'uncoins',
  'banned_until',
  'ban_motivo',
  'nombre',
  'slug',
  'precio',
  'oferta',
  'status',
  'estado',
  'disponibilidad',
  'stock',
  'unidades',
  'destacado',
  'video_trailer',
  'codigo',
  'percent_discount',
  'caduca_at',
  'usos_max',
  'usos_por_usuario',
  'product_id',
  'motivos',
  'motivo',
  'nota',
  'moderador',
  'mantenimiento',
  'status_down',
  'centimos',
  'cuantos',
  'disputa',
  'reembolso',
  'revision_id',
  'referencia',
  'tipo',
  'resuelto',
  'oculta',
  'ediciones',
] as const;

export const actRow = z
  .object({
    id: z.number(),
    accion: z.string(),
    antes: z.record(z.string(), z.unknown()).nullable(),
    despues: z.record(z.string(), z.unknown()).nullable(),
    motivo: z.string().nullable(),
    actor: z.string().nullable(),
    created_at: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    action: row.accion,
    before: row.antes ?? {},
    after: row.despues ?? {},
    reason: row.motivo,
    actor: row.actor,
    at: row.created_at,
  }));

export type AdminAct = z.output<typeof actRow>;

/** What admins and moderators have done to one thing: up to 50 acts, the newest first (admins only). */
export async function listActs(kind: 'producto' | 'pago' | 'retiro', id: string): Promise<AdminAct[]> {
  const answer = z.object({ actos: z.array(actRow) });
  return (await readRpc(createRequestClient(), 'admin_actos', { p_tipo: kind, p_id: id }, answer)).actos;
}
