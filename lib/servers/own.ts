import 'server-only';
import { z } from 'zod';
import { inLanguage, names } from '@/lib/catalog/rows';
import { readRpc } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { pageOf } from '@/lib/core/supabase/cursor';
import { createRequestClient } from '@/lib/core/supabase/server';
import { licenceEvents, presets } from './presets';
import { serverKinds } from './types';

const server = z
  .object({
    id: z.string(),
    nombre: z.string(),
    tipo: z.enum(serverKinds),
    identidad: z.enum(['online', 'offline']),
    prefijo: z.string(),
    clave_final: z.string(),
    contacto_at: z.string().nullable(),
    plataforma: z.string().nullable(),
    plugin: z.string().nullable(),
    conectados: z.number(),
    max_jugadores: z.number().nullable(),
    aviso_url: z.string().nullable(),
    esperan: z.number(),
  })
  .transform((row) => ({
    id: row.id,
    name: row.nombre,
    kind: row.tipo,
    identity: row.identidad,
    prefix: row.prefijo,
    keyEnd: row.clave_final,
    contactAt: row.contacto_at,
    platform: row.plataforma,
    plugin: row.plugin,
    players: row.conectados,
    maxPlayers: row.max_jugadores,
    wakeUrl: row.aviso_url,
    waiting: row.esperan,
  }));
export type OwnServer = z.output<typeof server>;

/** The signed-in creator's game servers, in the order in which they were added. */
export const listServers = (): Promise<OwnServer[]> =>
  readRpc(createRequestClient(), 'mis_servidores', {}, z.array(server));

const product = z.object({ id: z.string(), ...names, acciones: z.number() });

/** The signed-in creator's products, those with actions first. */
export async function listProductsWithActions(locale: Locale) {
  const found = await readRpc(createRequestClient(), 'productos_con_acciones', {}, z.array(product));
  return found.map((row) => ({
    id: row.id,
    name: inLanguage(locale, row.nombre, row.nombre_en),
    actions: row.acciones,
  }));
}

const action = z.object({
  id: z.string(),
  plantilla: z.enum(presets),
  eventos: z.array(z.enum(licenceEvents)),
  pasos: z.array(z.object({ orden: z.string(), deshacer: z.string().nullish() })),
  destino: z.enum(['todos', 'uno', 'elegido']),
  edicion: z.string().nullable(),
  edicion_en: z.string().nullable(),
  servidor: z.string().nullable(),
  necesita_jugador: z.boolean(),
  huecos: z.number(),
  retraso_s: z.number(),
  repetible: z.boolean(),
});

const toAction = (row: z.output<typeof action>, locale: Locale) => ({
  id: row.id,
  preset: row.plantilla,
  events: row.eventos,
  steps: row.pasos.map(({ orden, deshacer }) => ({ command: orden, undo: deshacer ?? null })),
  target: row.destino,
  edition: row.edicion && inLanguage(locale, row.edicion, row.edicion_en),
  server: row.servidor,
  needsPlayer: row.necesita_jugador,
  slots: row.huecos,
  delaySeconds: row.retraso_s,
  isRepeatable: row.repetible,
});
export type OwnAction = ReturnType<typeof toAction>;

const productActions = z.object({
  ...names,
  slug: z.string(),
  ediciones: z.array(z.object({ id: z.string(), ...names })),
  acciones: z.array(action),
});

/** Server actions of a creator's product; null for any other product. */
export async function getProductActions(id: string, locale: Locale) {
  const asked = { p_producto: id };
  const found = await readRpc(createRequestClient(), 'acciones_de_producto', asked, productActions.nullable());
  return (
    found && {
      name: inLanguage(locale, found.nombre, found.nombre_en),
      slug: found.slug,
      editions: found.ediciones.map((row) => ({ id: row.id, name: inLanguage(locale, row.nombre, row.nombre_en) })),
      actions: found.acciones.map((row) => toAction(row, locale)),
    }
  );
}

/** The states of a command as shown to people. */
export const commandStates = [
  'esperando',
  'esperando_jugador',
  'recogida',
  'hecha',
  'fallida',
  'caducada',
  'cancelada',
] as const;
type CommandState = (typeof commandStates)[number];

const queued = z.object({
  id: z.string(),
  servidor: z.string(),
  tipo: z.enum(serverKinds),
  jugador: z.string(),
  orden: z.string(),
  deshace: z.boolean(),
  deshacer: z.boolean(),
  estado: z.enum(commandStates),
  error: z.string().nullable(),
  reenvios: z.number(),
  created_at: z.string(),
  terminada_at: z.string().nullable(),
  pedido: z.string().nullable(),
  evento: z.string(),
  suceso: z.string(),
  producto: z.string().nullable(),
  producto_en: z.string().nullable(),
  se_repite: z.boolean(),
});

const toCommand = (row: z.output<typeof queued>, locale: Locale) => ({
  id: row.id,
  server: row.servidor,
  kind: row.tipo,
  player: row.jugador,
  command: row.orden,
  isUndo: row.deshace,
  state: row.estado,
  error: row.error,
  resent: row.reenvios,
  hasUndo: row.deshacer,
  createdAt: row.created_at,
  endedAt: row.terminada_at,
  order: row.pedido,
  isTest: row.evento === 'prueba',
  event: row.suceso,
  product: row.producto && inLanguage(locale, row.producto, row.producto_en),
  canRepeat: row.se_repite,
});
export type QueuedCommand = ReturnType<typeof toCommand>;

const commandsPerPage = 50;

/** Filters of the queue. */
export type QueueFilter = { server: string | null; state: CommandState | null; before: string | null };

/** A page of the signed-in creator's queue, newest first, and the cursor of the next one. */
export async function listQueue(
  filter: QueueFilter,
  locale: Locale,
): Promise<{ commands: QueuedCommand[]; next: string | null }> {
  const found = await readRpc(
    createRequestClient(),
    'mi_cola',
    {
      p_servidor: filter.server,
      p_estado: filter.state,
      p_antes: filter.before === null ? null : Number(filter.before),
      p_limite: commandsPerPage + 1,
    },
    z.array(queued),
  );
  const { shown, next } = pageOf(found, commandsPerPage, ({ id }) => id);
  return { commands: shown.map((row) => toCommand(row, locale)), next };
}
