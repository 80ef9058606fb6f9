import { beforeEach, expect, test } from 'vitest';
import { createUser } from './factories.ts';
import { openDatabase, type Sql } from './harness.ts';

const db = await openDatabase();
const { sql } = db;
const admin = await createUser(sql, { role: 'admin' });
const person = await createUser(sql);

const left = () => db.callService<string[]>('libros_por_repasar');
const check = async (p_nombre: string) => Number(await db.callService<string>('repasar_libro', { p_nombre }));
const cases = () => sql`select resuelto as solved, datos ->> 'comprobacion' as name, datos ->> 'ejemplos' as examples
  from casos_admin where tipo = 'libros_rotos' order by id`;
const putCoins = (coins: number) =>
  sql.begin(async (begun) => {
    const own = begun as unknown as Sql;
    await own`set local session_replication_role = replica`;
    await own`update usuarios_meta set uncoins = ${coins} where id = ${person}`;
  });

beforeEach(async () => {
  await putCoins(0);
  await sql`delete from casos_admin`;
  await sql`truncate repasos`;
});

test('each invariant is checked once a night', async () => {
  const all = await sql`select nombre from comprobaciones order by nombre`;
  expect(await left()).toEqual(all.map(({ nombre }) => nombre));
  for (const name of await left()) expect([name, await check(name)]).toEqual([name, 0]);
  expect(await left()).toEqual([]);
  await sql`update repasos set noche = noche - 1 where nombre = 'uncoins_suman'`;
  expect(await left()).toEqual(['uncoins_suman']);
  expect(await cases()).toEqual([]);
});

test('a violated invariant opens one case, notifies every admin, and closes it once it holds again', async () => {
  await putCoins(3);
  expect([await check('uncoins_suman'), await check('uncoins_suman')]).toEqual([1, 1]);
  expect(await cases()).toEqual([{ solved: false, name: 'uncoins_suman', examples: person }]);
  expect(await sql`select plantilla, datos ->> 'tipo' as kind from correos where user_id = ${admin}`).toEqual([
    { plantilla: 'caso', kind: 'libros_rotos' },
  ]);
  const p_hallado = { cuenta: 1, ejemplos: [{ id: person }] };
  await db.callService('anotar_repaso', { p_nombre: 'ingresos_de_ventas', p_hallado: sql.json(p_hallado) });
  await putCoins(0);
  expect(await check('uncoins_suman')).toBe(0);
  const other = { solved: false, name: 'ingresos_de_ventas' };
  expect(await cases()).toMatchObject([{ solved: true, name: 'uncoins_suman' }, other]);

  await putCoins(4);
  await check('uncoins_suman');
  expect(await cases()).toMatchObject([
    { solved: true, name: 'uncoins_suman' },
    other,
    { solved: false, name: 'uncoins_suman' },
  ]);
});

test('a failed check opens a case and is not retried that night', async () => {
  const p_hallado = { cuenta: 1, ejemplos: [{ id: 'canceling statement due to statement timeout' }] };
  await db.callService('anotar_repaso', { p_nombre: 'uncoins_suman', p_hallado: sql.json(p_hallado) });
  expect((await cases()).map(({ examples }) => examples)).toEqual(['canceling statement due to statement timeout']);
  expect(await left()).not.toContain('uncoins_suman');
});

test('a check whose query fails is one violation with its error', async () => {
  await sql`insert into comprobaciones (nombre, frase, frase_es, consulta)
    values ('rota', 'Broken.', 'Rota.', 'select 1 / 0 as id')`;
  expect(await check('rota')).toBe(1);
  expect(await cases()).toEqual([{ solved: false, name: 'rota', examples: '22012' }]);
  expect(await db.callAs(admin, 'admin_comprobar', { p_nombre: 'rota' })).toEqual({
    ok: true,
    cuenta: 1,
    ejemplos: [{ id: '22012', hechos: { error: 'division by zero' } }],
  });
  await sql`delete from comprobaciones where nombre = 'rota'`;
});

test('a case closed by an admin reopens the next night if the invariant is still violated', async () => {
  await putCoins(5);
  await check('uncoins_suman');
  const [opened] = await sql`select id from casos_admin where tipo = 'libros_rotos'`;
  expect(await db.callAs(admin, 'resolver_caso', { p_caso: opened?.id, p_nota: 'Mirado' })).toEqual({ ok: true });
  await check('uncoins_suman');
  expect((await cases()).map(({ solved }) => solved)).toEqual([true, false]);
});

/** Tables without an invariant, and why their rows cannot contradict others. */
const withoutSentence: Record<string, string[]> = {
  'settings and fixed texts': [
    'configuracion_global',
    'clave_tienda',
    'claves_firma',
    'dominios_correo',
    'archivos_marcados',
    'archivos_juzgados',
    'licencias_producto',
    'textos_consentimiento',
  ],
  'what people set for themselves': [
    'preferencias_aviso',
    'borradores',
    'dispositivos',
    'avisos_existencias',
    'elecciones_servidor',
    'llaves_api',
  ],
  'counts of attempts, permissions and turns, which pass': [
    'intentos',
    'peticiones_api',
    'registros',
    'secretos_correo',
    'permisos',
    'archivos_disputa',
    'turnos',
    'sesiones_recuperadas',
    'sesiones_abiertas',
    'codigos_recuperacion',
    'descargas_por_subir',
    'sesiones_club',
    'ultima_pasada',
    'repasos',
    'repaso_archivos',
    'archivos_sin_uso',
    'analisis_fallidos',
  ],
  'figures recalculated from other tables': [
    'cifras_diarias',
    'cuentas_relacionados',
    'productos_relacionados',
    'palabras_busqueda',
    'fichas_busqueda',
    'textos_busqueda',
    'personas_busqueda',
  ],
  'what was said or shown once, each row for itself': [
    'notificaciones',
    'novedades_producto',
    'anuncios',
    'destacados',
    'mensajes_revision',
    'publicaciones',
    'preguntas',
    'gracias_respuesta',
    'mensajes_solicitud',
    'mensajes_reporte',
    'medidas',
    'procedencias_pago',
    'historial_reputacion',
    'suscripciones_historial',
    'logros_usuario',
    'descargas_hechas',
    'descargas_marcadas',
    'analisis_archivos',
    'restauraciones',
    'revisiones_asignadas',
  ],
  'held whole by keys and constraints': [
    'activaciones_licencia',
    'bundles_productos',
    'imagenes_producto',
    'imagenes_subidas',
    'licencias',
    'huellas_descarga',
    'ofertas',
    'productos_fijados',
    'revisiones_pago',
  ],
};

test('every table has an invariant or a reason for having none', async () => {
  const tables = await sql<{ name: string; spoken: boolean }[]>`
    select c.relname as name, exists (select from comprobaciones k
      where k.consulta ~ ('public[.]' || c.relname || '\\M')) as spoken
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`;
  const named = Object.values(withoutSentence).flat();
  expect(tables.filter(({ name, spoken }) => !spoken && !named.includes(name) && name !== 'comprobaciones')).toEqual(
    [],
  );
  const spoken = new Set(tables.filter((each) => each.spoken).map(({ name }) => name));
  const known = new Set(tables.map(({ name }) => name));
  expect(named.filter((name) => spoken.has(name) || !known.has(name))).toEqual([]);
});
