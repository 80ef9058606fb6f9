import { createHash, randomBytes } from 'node:crypto';
import postgres from 'postgres';

const name = 'Servidor de prueba';

/**
 * Connects the game server of this machine to the demo shop, once for each creator with products that are delivered by
 * name: these whitelist their buyers. Each start replaces the keys.
 *
 * @param url the address at which the server is asked to fetch commands at once
 * @returns the keys, one for each creator
 */
export async function connectServers(databaseUrl: string, url: string): Promise<string[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const owners = await sql<{ id: string }[]>`select distinct usuario_id as id from productos
      where not descargable and uncoins is null and status = 'approved' order by usuario_id`;
    const keys: string[] = [];
    for (const { id } of owners) {
      const key = `unsrv_${randomBytes(32).toString('hex')}`;
      const hash = createHash('sha256').update(key).digest();
      keys.push(key);
      const [known] = await sql`update servidores set clave_hash = ${hash}, clave_final = ${key.slice(-4)},
        aviso_url = ${url} where usuario_id = ${id} and nombre = ${name} and quitado_at is null returning id`;
      if (known) continue;
      await sql`insert into servidores (usuario_id, nombre, tipo, identidad, prefijo, clave_hash, clave_final, aviso_url)
        values (${id}, ${name}, 'azlink', 'offline', '', ${hash}, ${key.slice(-4)}, ${url})`;
      await sql`insert into acciones_servidor (producto_id, plantilla, eventos, pasos, destino, necesita_jugador, huecos, retraso_s, repetible)
        select id, 'whitelist', array['concedida', 'devuelta', 'lanzada'],
          ${sql.json([{ orden: 'whitelist add {username}', deshacer: 'whitelist remove {username}' }])}, 'todos', false, 0, 0, true
        from productos p where usuario_id = ${id} and not descargable and uncoins is null
          and not exists (select from acciones_servidor a where a.producto_id = p.id)`;
    }
    return keys;
  } finally {
    await sql.end();
  }
}
