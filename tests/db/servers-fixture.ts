import type { TestDatabase } from './harness.ts';

/** An action that adds a player to the whitelist, and removes them when the order is revoked. */
export const whitelist = {
  plantilla: 'whitelist',
  eventos: ['concedida', 'lanzada', 'devuelta'],
  pasos: [{ orden: 'whitelist add {username}', deshacer: 'whitelist remove {username}' }] as object[],
  destino: 'todos',
  necesita_jugador: false,
  huecos: 0,
  retraso_s: 0,
  repetible: true,
};

/** Adds a game server of a creator. Returns its id and key. */
export async function addServer(db: TestDatabase, creator: string, change: Record<string, string> = {}) {
  const { nombre = 'Survival', tipo = 'azlink', identidad = 'online', prefijo = '' } = change;
  const answer = await db.callAs(creator, 'crear_servidor', {
    p_nombre: nombre,
    p_tipo: tipo,
    p_identidad: identidad,
    p_prefijo: prefijo,
  });
  if (!answer.ok) throw new Error(`no server: ${answer.error}`);
  return { id: String(answer.servidor_id), key: String(answer.clave) };
}

/** Adds an action to a product. Returns its id. */
export async function addAction(db: TestDatabase, creator: string, product: string, action: object): Promise<string> {
  const answer = await db.callAs(creator, 'guardar_accion', { p_producto: product, p_accion: action });
  if (!answer.ok) throw new Error(`no action: ${answer.error}`);
  return String(answer.accion_id);
}

export type Command = { id: string; jugador: string; orden: string };

/** Fetches commands as a game server on which these players are online. */
export async function fetchCommands(
  db: TestDatabase,
  key: string,
  players: object[],
  kind = 'azlink',
): Promise<Command[]> {
  const answer = await db.callService('recoger_ordenes', {
    p_clave: key,
    p_tipo: kind,
    p_contacto: { plataforma: 'Paper', plugin: '1', jugadores: players },
  });
  if (!answer.ok) throw new Error(`refused: ${answer.error}`);
  return answer.ordenes as Command[];
}
