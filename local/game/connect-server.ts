import { createHash, randomBytes } from 'node:crypto';
import postgres from 'postgres';

const name = 'Servidor de prueba';

/**
 * Connects a server of this machine to the demo shop: it belongs to the creator with most products that are delivered by
 * name, which get an action that whitelists. Each start replaces its key.
 *
 * @returns the key; null in a shop without such products
 */
export async function connectServer(databaseUrl: string): Promise<string | null> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const [owner] = await sql`select usuario_id as id from productos
      where not descargable and uncoins is null and status = 'approved' group by usuario_id order by count(*) desc, usuario_id limit 1`;
    if (!owner) return null;
    const key = `unsrv_${randomBytes(32).toString('hex')}`;
    const hash = createHash('sha256').update(key).digest();
    const [known] = await sql`update servidores set clave_hash = ${hash}, clave_final = ${key.slice(-4)}
      where usuario_id = ${owner.id} and nombre = ${name} and quitado_at is null returning id`;
    if (known) return key;
    await sql`insert into servidores (usuario_id, nombre, tipo, identidad, prefijo, clave_hash, clave_final)
      values (${owner.id}, ${name}, 'azlink', 'offline', '', ${hash}, ${key.slice(-4)})`;
    await sql`insert into acciones_servidor (producto_id, plantilla, eventos, pasos, destino, necesita_jugador, huecos, retraso_s, repetible)
      select id, 'whitelist', array['concedida', 'devuelta', 'lanzada'],
        ${sql.json([{ orden: 'whitelist add {username}', deshacer: 'whitelist remove {username}' }])}, 'todos', false, 0, 0, true
      from productos p where usuario_id = ${owner.id} and not descargable and uncoins is null
        and not exists (select from acciones_servidor a where a.producto_id = p.id)`;
    return key;
  } finally {
    await sql.end();
  }
}
