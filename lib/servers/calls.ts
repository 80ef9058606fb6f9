import 'server-only';
import { z } from 'zod';
import type { DatabaseCode } from '@/lib/core/action/codes';
import type { Result } from '@/lib/core/action/result';
import { callRpc, readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';
import type { Command, Contact, ServerKind } from './types';

/** A server's credentials. The database looks up its key by the hash. */
export type Caller = { key: string; kind: ServerKind };

type Answer<Value> = Promise<Result<Value, 'clave_no_valida' | DatabaseCode>>;

const wrongKey = ['clave_no_valida'] as const;

const toRow = ({ platform, plugin, players, maxPlayers }: Contact) => ({
  ...(platform && { plataforma: platform }),
  ...(plugin && { plugin }),
  ...(players && { jugadores: players.map(({ name, uuid }) => ({ name, uuid })) }),
  ...(maxPlayers !== undefined && { max_jugadores: maxPlayers }),
});

const argumentsOf = ({ key, kind }: Caller, contact: Contact) => ({
  p_clave: key,
  p_tipo: kind,
  p_contacto: toRow(contact),
});

const command = z
  .object({
    id: z.string(),
    jugador: z.string(),
    orden: z.string(),
    huecos: z.number(),
    necesita_jugador: z.boolean(),
    pedido: z.string().nullable(),
  })
  .transform(
    (row): Command => ({
      id: row.id,
      player: row.jugador,
      text: row.orden,
      slots: row.huecos,
      needsPlayer: row.necesita_jugador,
      order: row.pedido,
    }),
  );

const fetched = z
  .object({ servidor_id: z.string(), arriendo_s: z.number(), ordenes: z.array(command) })
  .transform((row) => ({ serverId: row.servidor_id, leaseSeconds: row.arriendo_s, commands: row.ordenes }));

/** Records a call of a server and returns its name. */
export const greetServer = (caller: Caller, contact: Contact): Answer<{ name: string }> =>
  callRpc(
    createAdminClient(),
    'saludar_servidor',
    argumentsOf(caller, contact),
    wrongKey,
    z.object({ nombre: z.string() }).transform(({ nombre }) => ({ name: nombre })),
  );

/** Leases commands to a server for a minute. */
export const fetchCommands = (caller: Caller, contact: Contact): Answer<z.output<typeof fetched>> =>
  callRpc(
    createAdminClient(),
    'recoger_ordenes',
    { ...argumentsOf(caller, contact), p_limite: 100 },
    wrongKey,
    fetched,
  );

/** Ends the delivery of an answer to a plugin: commands of one that was not sent completely return to the queue. */
export const closeSending = (serverId: string, ids: string[], isWhole: boolean): Promise<number> =>
  readRpc(createAdminClient(), 'cerrar_envio', { p_servidor: serverId, p_ordenes: ids, p_entero: isWhole }, z.number());

/** Result of a command as an agent reports it. `retry`: the command did not run, and is handed out again at once. */
export type Report = { id: string; ok: boolean; error?: string | undefined; retry?: boolean | undefined };

/** Records the reports of an agent. Idempotent. */
export const acknowledge = (caller: Caller, contact: Contact, reports: Report[]): Answer<{ noted: number }> =>
  callRpc(
    createAdminClient(),
    'acusar_ordenes',
    {
      ...argumentsOf(caller, contact),
      p_resultados: reports.map(({ id, ok, error, retry }) => ({
        id,
        ok,
        ...(error !== undefined && { error }),
        ...(retry && { sin_gastar: true }),
      })),
    },
    wrongKey,
    z.object({ anotadas: z.number() }).transform(({ anotadas }) => ({ noted: anotadas })),
  );
