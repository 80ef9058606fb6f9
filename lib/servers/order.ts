import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';

/** Time without contact after which buyers are informed, in milliseconds. */
const silentMs = 10 * 60_000;

type DeliveryState = 'done' | 'player' | 'silent' | 'coming' | 'failed' | 'withdrawn' | 'withdrawing';

const delivery = z.object({
  id: z.string(),
  servidor: z.string(),
  contacto_at: z.string().nullable(),
  retirado: z.boolean(),
  hechas: z.number(),
  ordenes: z.number(),
  fallidas: z.number(),
  esperan_jugador: z.number(),
  jugador: z.string(),
  hecha_at: z.string().nullable(),
  se_repite: z.boolean(),
});

/** State of a delivery for its buyer, the worst first. */
function stateOf(row: z.output<typeof delivery>, now: number): DeliveryState {
  const isDone = row.hechas === row.ordenes;
  if (row.retirado) return isDone ? 'withdrawn' : 'withdrawing';
  if (isDone) return 'done';
  if (row.fallidas > 0) return 'failed';
  if (!row.contacto_at || now - Date.parse(row.contacto_at) > silentMs) return 'silent';
  return row.esperan_jugador + row.hechas === row.ordenes ? 'player' : 'coming';
}

const toDelivery = (row: z.output<typeof delivery>) => ({
  serverId: row.id,
  server: row.servidor,
  state: stateOf(row, Date.now()),
  player: row.jugador,
  contactAt: row.contacto_at,
  doneAt: row.hecha_at,
  canRepeat: row.se_repite,
});
export type Delivery = ReturnType<typeof toDelivery>;

const choice = z.object({ id: z.string(), nombre: z.string() }).transform(({ id, nombre }) => ({ id, name: nombre }));

const deliveries = z
  .object({ entregas: z.array(delivery), elegir: z.array(choice).nullable() })
  .transform(({ entregas, elegir }) => ({ deliveries: entregas.map(toDelivery), choices: elegir ?? [] }));

/** Deliveries of the buyer's own order by game server, and the servers that the buyer may choose from. */
export async function getDeliveries(orderId: string): Promise<z.output<typeof deliveries>> {
  const found = await readRpc(
    createRequestClient(),
    'entregas_de_pedido',
    { p_pedido: orderId },
    deliveries.nullable(),
  );
  return found ?? { deliveries: [], choices: [] };
}
