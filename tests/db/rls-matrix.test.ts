import { describe, expect, test } from 'vitest';
import { openDatabase, type Sql } from './harness.ts';
import { type Actor, createFixture } from './rls-fixture.ts';

const db = await openDatabase();
const fixture = await createFixture(db);

const actors: Actor[] = ['visitor', 'user', 'other', 'creator', 'admin'];
const operations = ['select', 'insert', 'update', 'delete'] as const;
type Operation = (typeof operations)[number];

/**
 * Rights of each actor on the row of the fixture: select, insert, update, delete, in this order. A letter succeeds, a
 * dot sees no such row, a dash is refused. The row belongs to the user, or for a product, a sale or a withdrawal to the
 * creator. The user has bought the product.
 */
const matrix: Record<string, Record<Actor, string>> = {
  activaciones_licencia: row('----', '----', '----', '----', '----'),
  claves_firma: row('----', '----', '----', '----', '----'),
  destinos_webhook: row('----', '----', '----', '----', '----'),
  sucesos_webhook: row('----', '----', '----', '----', '----'),
  envios_webhook: row('----', '----', '----', '----', '----'),
  licencias: row('----', '----', '----', '----', '----'),
  licencias_producto: row('----', '----', '----', '----', '----'),
  //                        visitor          user             other            creator          admin
  adquisiciones: row('----', 's---', '.---', '.---', 's---'),
  anuncios: row('s---', 's---', 's---', 's---', 's---'),
  analisis_archivos: row('----', '----', '----', '----', '----'),
  analisis_fallidos: row('----', '----', '----', '----', '----'),
  archivos_disputa: row('----', '----', '----', '----', '----'),
  archivos_juzgados: row('----', '----', '----', '----', '----'),
  archivos_marcados: row('----', '----', '----', '----', '----'),
  archivos_sin_uso: row('----', '----', '----', '----', '----'),
  auditoria: row('----', '.---', '.---', '.---', 's---'),
  borradores: row('----', '.---', '.---', 's---', '.---'),
  bundles: row('s---', 's---', 's---', 's---', 's---'),
  bundles_productos: row('s---', 's---', 's---', 's---', 's---'),
  cancelaciones_club: row('----', '.---', '.---', '.---', 's---'),
  cargos_club: row('----', 's---', '.---', '.---', 's---'),
  casos_admin: row('----', '.---', '.---', '.---', 's---'),
  cifras_creadores: row('----', '----', '----', '----', '----'),
  cifras_diarias: row('----', '----', '----', '----', '----'),
  cifras_productos: row('----', '----', '----', '----', '----'),
  clave_tienda: row('----', '----', '----', '----', '----'),
  codigos_canjes: row('----', '.---', '.---', '.---', 's---'),
  codigos_cupones: row('----', '.---', '.---', 's---', 's---'),
  codigos_recuperacion: row('----', '----', '----', '----', '----'),
  comprobaciones: row('----', '----', '----', '----', '----'),
  configuracion_global: row('s---', 's---', 's---', 's---', 's---'),
  contadores_facturas: row('----', '----', '----', '----', '----'),
  cuentas_relacionados: row('----', '----', '----', '----', '----'),
  correos: row('----', '----', '----', '----', '----'),
  descargas_hechas: row('----', '----', '----', '----', '----'),
  descargas_marcadas: row('----', '----', '----', '----', '----'),
  descargas_por_subir: row('----', '----', '----', '----', '----'),
  destacados: row('----', '----', '----', '----', '----'),
  dispositivos: row('----', '----', '----', '----', '----'),
  dominios_correo: row('----', '----', '----', '----', '----'),
  disputas: row('----', 's---', '.---', '.---', 's---'),
  ediciones: row('s---', 's---', 's---', 's---', 's---'),
  eventos_proveedor: row('----', '.---', '.---', '.---', 's---'),
  facturas: row('----', 's---', '.---', '.---', 's---'),
  facturas_pendientes: row('----', '----', '----', '----', '----'),
  favoritos: row('----', 'si-d', '.--.', '.--.', '.--.'),
  follows: row('s---', 'si-d', 's--.', 's--.', 's--.'),
  fichas_busqueda: row('----', '----', '----', '----', '----'),
  textos_busqueda: row('----', '----', '----', '----', '----'),
  historial_precios: row('s---', 's---', 's---', 's---', 's---'),
  historial_reputacion: row('----', 's---', '.---', '.---', 's---'),
  huellas_descarga: row('----', '.---', '.---', 's---', 's---'),
  imagenes_producto: row('s---', 's---', 's---', 's---', 's---'),
  imagenes_subidas: row('----', '----', '----', '----', '----'),
  intentos: row('----', '----', '----', '----', '----'),
  llaves_api: row('----', '----', '----', '----', '----'),
  logros_usuario: row('----', 's---', '.---', '.---', '.---'),
  avisos_existencias: row('----', 's---', '.---', '.---', '.---'),
  sesiones_abiertas: row('----', '----', '----', '----', '----'),
  solicitudes: row('----', 's---', '.---', 's---', 's---'),
  medidas: row('----', '----', '----', '----', '----'),
  mensajes_reporte: row('----', '----', '----', '----', '----'),
  mensajes_solicitud: row('----', 's---', '.---', 's---', 's---'),
  mensajes_revision: row('----', '----', '----', '----', '----'),
  movimientos_ingresos: row('----', '.---', '.---', 's---', 's---'),
  movimientos_uncoins: row('----', 's---', '.---', '.---', 's---'),
  notificaciones: row('----', 's---', '.---', '.---', '.---'),
  novedades_producto: row('----', '----', '----', '----', '----'),
  ofertas: row('s---', 's---', 's---', 's---', 's---'),
  pagos: row('----', 's---', '.---', '.---', 's---'),
  palabras_busqueda: row('----', '----', '----', '----', '----'),
  peticiones_api: row('----', '----', '----', '----', '----'),
  permisos: row('----', '----', '----', '----', '----'),
  personas_busqueda: row('----', '----', '----', '----', '----'),
  preferencias_aviso: row('----', 's---', '.---', '.---', '.---'),
  productos: row('s---', 's---', 's---', 's---', 's---'),
  textos_consentimiento: row('s---', 's---', 's---', 's---', 's---'),
  productos_fijados: row('s---', 's---', 's---', 's---', 's---'),
  productos_relacionados: row('----', '----', '----', '----', '----'),
  profiles: row('----', 's-u-', '.-.-', '.-.-', '.-.-'),
  reembolsos: row('----', 's---', '.---', '.---', 's---'),
  regalos: row('----', 's---', 's---', '.---', 's---'),
  enlaces_regalo: row('----', '----', '----', '----', '----'),
  registros: row('----', '----', '----', '----', '----'),
  reportes: row('----', 's---', '.---', '.---', '.---'),
  reservas: row('----', 's---', '.---', '.---', 's---'),
  restauraciones: row('----', '----', '----', '----', '----'),
  publicaciones: row('s---', 's---', 's---', 's---', 's---'),
  preguntas: row('s---', 's---', 's---', 's---', 's---'),
  gracias_respuesta: row('----', '----', '----', '----', '----'),
  resenas: row('s---', 's---', 's---', 's---', 's---'),
  respuestas_disputa: row('----', '----', '----', '----', '----'),
  revisiones_asignadas: row('----', '----', '----', '----', '----'),
  revisiones_pago: row('----', '----', '----', '----', '----'),
  revisiones_producto: row('----', '.---', '.---', 's---', 's---'),
  saldos_creadores: row('----', '----', '----', '----', '----'),
  sesiones_recuperadas: row('----', '----', '----', '----', '----'),
  secretos_correo: row('----', '----', '----', '----', '----'),
  sesiones_club: row('----', '----', '----', '----', '----'),
  suscripciones: row('----', 's---', '.---', '.---', 's---'),
  suscripciones_historial: row('----', '.---', '.---', '.---', 's---'),
  servidores: row('----', '----', '----', '----', '----'),
  acciones_servidor: row('----', '----', '----', '----', '----'),
  sucesos_licencia: row('----', '----', '----', '----', '----'),
  elecciones_servidor: row('----', '----', '----', '----', '----'),
  ordenes_servidor: row('----', '----', '----', '----', '----'),
  turnos: row('----', '----', '----', '----', '----'),
  repaso_archivos: row('----', '----', '----', '----', '----'),
  repasos: row('----', '----', '----', '----', '----'),
  ultima_pasada: row('----', '----', '----', '----', '----'),
  usuarios_meta: row('s---', 's-u-', 's-.-', 's-.-', 's-.-'),
  versiones_producto: row('s---', 's---', 's---', 's---', 's---'),
  procedencias_pago: row('----', '----', '----', '----', '----'),
  visitas_producto: row('----', '----', '----', '----', '----'),
  withdrawals: row('----', '.---', '.---', 's---', 's---'),
};

function row(...cells: [string, string, string, string, string]): Record<Actor, string> {
  return Object.fromEntries(actors.map((actor, index) => [actor, cells[index]])) as Record<Actor, string>;
}

const tables: string[] = (
  await db.sql`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
    order by relname`
).map(({ relname }) => relname);

async function statementFor(table: string, operation: Operation): Promise<string> {
  const special = operation === 'select' ? undefined : fixture.writes[table]?.[operation];
  if (special) return special;
  const [column] = await db.sql`select quote_ident(attname) as name from pg_attribute
    where attrelid = ${`public.${table}`}::regclass and attnum > 0 and attgenerated = '' and attidentity <> 'a' limit 1`;
  return {
    select: `select 1 from ${table} where ${fixture.rows[table]}`,
    insert: `insert into ${table} (${column?.name}) values (null)`,
    update: `update ${table} set ${column?.name} = null`,
    delete: `delete from ${table}`,
  }[operation];
}

class Undo extends Error {}

/** Runs a statement as an actor and rolls it back. */
async function attempt(actor: Actor, operation: Operation, statement: string): Promise<string> {
  let outcome = '';
  const work = async (transaction: Sql) => {
    const done = await transaction.unsafe(statement);
    outcome = done.count > 0 ? operation.charAt(0) : '.';
    throw new Undo();
  };
  const result = actor === 'visitor' ? db.asAnon(work) : db.asUser(fixture.people[actor], work);
  await result.catch((error: Error & { code?: string }) => {
    if (error instanceof Undo) return;
    if (error.code !== '42501') throw error;
    outcome = '-';
  });
  return outcome;
}

test('the matrix has a line and a test row for every table', async () => {
  expect(Object.keys(matrix).sort()).toEqual(tables);
  expect(Object.keys(fixture.rows).sort()).toEqual(tables);
  for (const table of tables) {
    expect((await db.sql.unsafe(`select 1 from ${table} where ${fixture.rows[table]}`)).length, table).toBeGreaterThan(
      0,
    );
  }
});

describe.each(tables)('%s', (table) => {
  describe.each(actors)('as %s', (actor) => {
    test.each(operations)('%s', async (operation) => {
      const expected = matrix[table]?.[actor].charAt(operations.indexOf(operation));
      expect(await attempt(actor, operation, await statementFor(table, operation))).toBe(expected);
    });
  });
});

describe('a product that is not on sale', () => {
  const hidden = ['pending', 'rejected'].flatMap((status) =>
    ['productos', 'ediciones', 'imagenes_producto', 'historial_precios', 'bundles_productos'].map((table) => [
      status,
      table,
    ]),
  );
  test.each(hidden)(
    '%s: rows of %s are visible to its creator, its buyer and admins only',
    async (status, table = '') => {
      const [product] =
        await db.sql`update productos set status = ${status as string} where ${db.sql.unsafe(fixture.rows.productos ?? '')}
      returning id`;
      const seen = await Promise.all(
        actors.map(async (actor) => [
          actor,
          await attempt(actor, 'select', `select 1 from ${table} where ${fixture.rows[table]}`),
        ]),
      );
      await db.sql`update productos set status = 'approved' where id = ${product?.id}`;
      expect(Object.fromEntries(seen)).toEqual({ visitor: '.', user: 's', other: '.', creator: 's', admin: 's' });
    },
  );
});

describe('a banned account', () => {
  test.each(
    [...Object.entries(fixture.writes)].flatMap(([table, writes]) =>
      Object.entries(writes).map(([operation, statement]) => [operation as Operation, table, statement] as const),
    ),
  )('can no longer %s in %s', async (operation, _table, statement) => {
    await db.sql`update usuarios_meta set banned_until = now() + interval '1 day' where id = ${fixture.people.user}`;
    const outcome = await attempt('user', operation, statement);
    await db.sql`update usuarios_meta set banned_until = null where id = ${fixture.people.user}`;
    expect(outcome).toMatch(/^[.-]$/);
  });

  test('loses the rights of an admin', async () => {
    await db.sql`update usuarios_meta set banned_until = now() + interval '1 day' where id = ${fixture.people.admin}`;
    const outcome = await attempt('admin', 'select', `select 1 from casos_admin where ${fixture.rows.casos_admin}`);
    await db.sql`update usuarios_meta set banned_until = null where id = ${fixture.people.admin}`;
    expect(outcome).toBe('.');
  });
});

test('the giver of a gift sees the order of the recipient', async () => {
  await db.sql`update adquisiciones set regalado_por = ${fixture.people.other} where ${db.sql.unsafe(fixture.rows.adquisiciones ?? '')}`;
  expect(await attempt('other', 'select', `select 1 from adquisiciones where ${fixture.rows.adquisiciones}`)).toBe('s');
});
