import { describe, expect, test } from 'vitest';
import { openDatabase } from './harness.ts';

const { sql } = await openDatabase();

const roles = ['anon', 'authenticated', 'service_role'] as const;
type Role = (typeof roles)[number];

const columns = await sql`
  select c.relname as table, a.attname as column, r.role, p.privilege
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  cross join unnest(array['anon', 'authenticated', 'service_role']) r(role)
  cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']) p(privilege)
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and has_column_privilege(r.role, c.oid, a.attname, p.privilege)
  order by 1, a.attnum`;

const privileged = (role: Role, privilege: string, table: string): string[] =>
  columns
    .filter((row) => row.role === role && row.privilege === privilege && row.table === table)
    .map(({ column }) => column);

async function tableColumns(table: string): Promise<string[]> {
  const rows = await sql`select column_name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} order by ordinal_position`;
  return rows.map(({ column_name }) => column_name);
}

describe('columns hidden from visitors and signed-in people', () => {
  const hidden: Record<string, string[]> = {
    usuarios_meta: [
      'subscription_id',
      'uncoins',
      'reputacion',
      'infracciones',
      'ultima_infraccion',
      'idioma',
      'banned_until',
      'ban_motivo',
      'borrada_at',
      'esqueleto',
      'elige_nombre',
    ],
    productos: ['recuentos', 'download_link', 'oferta_fija', 'disponible_al_archivar'],
    ediciones: ['download_link', 'oferta_fija'],
    // A gift has two sides, and each would see data of the other.
    adquisiciones: ['precio_pagado', 'minecraft_name', 'descargas'],
    // Notes of the staff and their authors.
    reembolsos: ['pedido_por', 'clave'],
    reportes: ['nota', 'resuelto_por', 'asignado_a', 'preguntado_a', 'espera_respuesta'],
    solicitudes: ['pago_id', 'creador_de_acuerdo', 'decidida_por', 'reembolso_id'],
    mensajes_solicitud: ['autor_id'],
    revisiones_producto: ['decidida_por', 'cambios_pedidos_at', 'cambios_pedidos_por', 'espera_creador'],
    withdrawals: ['clave', 'resuelto_por'],
    preguntas: ['respuesta_de', 'descartada', 'oculta', 'respuesta_oculta', 'oculta_motivo', 'publica'],
    publicaciones: ['oculta', 'oculta_motivo', 'version', 'contado_hasta', 'avisada_at'],
    anuncios: ['por_correo', 'contado_hasta', 'correos', 'correos_terminados_at', 'version', 'created_at'],
  };

  const notForVisitors = [
    'adquisiciones',
    'reembolsos',
    'reportes',
    'solicitudes',
    'mensajes_solicitud',
    'revisiones_producto',
    'withdrawals',
  ];

  test.each(Object.keys(hidden))('%s', async (table) => {
    for (const role of ['anon', 'authenticated'] as const) {
      const readable = privileged(role, 'SELECT', table);
      if (role === 'anon' && notForVisitors.includes(table)) expect(readable).toEqual([]);
      else expect((await tableColumns(table)).filter((column) => !readable.includes(column))).toEqual(hidden[table]);
    }
  });

  test('every other table is readable in full or not at all', async () => {
    const tables =
      await sql`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;
    for (const { relname } of tables.filter(({ relname }) => !(relname in hidden))) {
      for (const role of roles) {
        const readable = privileged(role, 'SELECT', relname);
        if (readable.length > 0) expect(readable, `${role} ${relname}`).toEqual(await tableColumns(relname));
      }
    }
  });
});

test('direct write privileges are exactly the listed columns', () => {
  const written = (privilege: string) =>
    Object.fromEntries(
      roles.map((role) => [
        role,
        Object.fromEntries(
          [
            ...new Set(
              columns
                .filter((row) => row.role === role && row.privilege === privilege)
                .map((row) => row.table as string),
            ),
          ].map((table) => [table, privileged(role, privilege, table)]),
        ),
      ]),
    );
  expect(written('UPDATE')).toEqual({
    anon: {},
    authenticated: {
      profiles: ['phone'],
      usuarios_meta: ['display_name', 'avatar_url', 'banner_url', 'bio', 'idioma'],
    },
    service_role: {},
  });
  expect(written('INSERT')).toEqual({
    anon: {},
    authenticated: { favoritos: ['user_id', 'producto_id'], follows: ['follower_id', 'following_id'] },
    service_role: {},
  });
  expect(written('REFERENCES')).toEqual({ anon: {}, authenticated: {}, service_role: {} });
});

test('direct privileges to delete, truncate and add triggers are exactly the listed tables', async () => {
  const rows = await sql`
    select r.role, c.relname, p.privilege from pg_class c
    cross join unnest(array['anon', 'authenticated', 'service_role']) r(role)
    cross join unnest(array['DELETE', 'TRUNCATE', 'TRIGGER']) p(privilege)
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_table_privilege(r.role, c.oid, p.privilege)
    order by c.relname`;
  expect(rows).toEqual([
    { role: 'authenticated', relname: 'favoritos', privilege: 'DELETE' },
    { role: 'authenticated', relname: 'follows', privilege: 'DELETE' },
  ]);
});

/** Callers of each function through the API: anon, authenticated, service_role. */
const callers: Record<string, string> = {
  abrir_caso: '--s',
  abrir_regalo: '-u-',
  aclarar_pagos: '--s',
  anotar_sin_respuesta: '--s',
  editar_productos: '-u-',
  previsualizar_productos: '-u-',
  recoger_regalo: '-u-',
  reenviar_regalo: '-u-',
  renovar_enlace: '-us',
  retirar_regalo: '-u-',
  ver_regalo: 'au-',
  caducar_regalo: '--s',
  regalos_por_caducar: '--s',
  enviar_regalos_por_correo: '--s',
  abrir_sesion_club: '-u-',
  acciones_de_producto: '-u-',
  aclarar_retiro: '-u-',
  acusar_ordenes: '--s',
  admin_actos: '-u-',
  admin_anuncios: '-u-',
  admin_anuncios_en: '-u-',
  admin_borrar_anuncio: '-u-',
  admin_borrar_cupon: '-u-',
  admin_comprobaciones: '-u-',
  admin_comprobar: '-u-',
  admin_consultas_lentas: '-u-',
  admin_destacados: '-u-',
  admin_destacar: '-u-',
  admin_detener_anuncio: '-u-',
  admin_devoluciones: '-u-',
  admin_disputa: '-u-',
  admin_disputas: '-u-',
  admin_generar_codigos: '-u-',
  admin_guardar_anuncio: '-u-',
  admin_guardar_cupon: '-u-',
  admin_listar: '-u-',
  admin_oferta_fija: '-u-',
  admin_ordenar_destacados: '-u-',
  admin_pendientes: '-u-',
  admin_publicar_anuncio: '-u-',
  admin_quitar_destacado: '-u-',
  admin_quitar_segundo_factor: '-u-',
  admin_resumen: '-u-',
  admin_retiro: '-u-',
  admin_saldo: '-u-',
  admin_segundo_factor: '-u-',
  admin_usuario: '-u-',
  admitir_dominios: '--s',
  anotar_correo_sin_pedir: 'au-',
  anotar_huella: '-u-',
  anotar_lote: '--s',
  anotar_pasada: '--s',
  anotar_procedencia: '-u-',
  anotar_registro: 'au-',
  anotar_repaso: '--s',
  anotar_reversiones: '--s',
  antes_de_borrar: '-u-',
  antes_de_peticion: 'aus',
  ajustar_licencias: '-u-',
  analisis_conocido: '--s',
  anotar_analisis: '--s',
  anotar_analisis_fallido: '--s',
  archivos_por_analizar: '--s',
  juzgar_archivo: '--s',
  archivos_marcados_de: '-u-',
  buscar_copia: '-u-',
  avisar_marca_fallida: '-u-',
  marcar_archivo: '-u-',
  marcar_descarga: '-u-',
  mis_archivos_marcados: '-u-',
  actuar_en_reporte: '-u-',
  asignar_reporte: '-u-',
  apelar_medida: '-u-',
  mi_moderacion: '-u-',
  preguntar_en_reporte: '-u-',
  responder_reporte: '-u-',
  apelar: '-u-',
  api_v1: 'a--',
  anunciar_ventas: '--s',
  aplicar_suscripcion: '--s',
  archivar_producto: '-u-',
  archivos_retirados: '--s',
  asegurar_cuenta: '-u-',
  asignar_revision: '-u-',
  avisar_favoritos: '--s',
  avisar_regalo: '-u-',
  avisar_registro_repetido: 'au-',
  avisar_reservas: '--s',
  avisar_servidores_mudos: '--s',
  borrar_borrador: '-u-',
  borrar_cuenta: '--s',
  borrar_mi_cuenta: '-u-',
  borrar_resena: '-u-',
  borrar_sin_confirmar: '--s',
  bundles_en_venta: 'au-',
  buscar_destinatarios: '-u-',
  buscar_productos: 'au-',
  caducar_ordenes: '--s',
  caducar_pagos_sin_referencia: '--s',
  cambiar_ajuste: '-u-',
  cambiar_precios: '-u-',
  abrir_solicitud: '-u-',
  apoyar_reembolso: '-u-',
  avisar_existencias: '--s',
  avisarme: '-u-',
  ayuda_de_compra: '-u-',
  cancelar_compra: '-u-',
  cerrar_solicitud: '-u-',
  decidir_reembolso: '-u-',
  listar_solicitudes: '-u-',
  responder_solicitud: '-u-',
  ver_solicitud: '-u-',
  cambiar_reputacion: '-u-',
  cambiar_rol: '-u-',
  cambiar_servidor: '-u-',
  cambiar_webhook: '-u-',
  cancelaciones_club_pendientes: '--s',
  cancelar_envio: '-u-',
  cancelar_oferta: '-u-',
  cancelar_retiro: '-u-',
  canjear_codigo: '-u-',
  cargos_club_asentados: '--s',
  cerrar_cancelacion_club: '--s',
  cerrar_correo: '--s',
  cerrar_dias: '--s',
  cerrar_envio: '--s',
  cerrar_envio_webhook: '--s',
  cerrar_evento: '--s',
  cerrar_pago: '--s',
  cerrar_respuesta: '--s',
  cerrar_restauracion: '--s',
  cerrar_retiro: '--s',
  cerrar_sesion_club: '--s',
  clave_de_sellos: '--s',
  clubs_por_mirar: '--s',
  cola_revision: '-u-',
  comentar_revision: '-u-',
  compra_de_prueba: '-u-',
  conceder_uncoins_club: '--s',
  contar_productos: 'au-',
  contar_relacionados: '--s',
  contenido_producto: '-u-',
  cotizar_compra: 'au-',
  crear_codigos_recuperacion: '-u-',
  crear_cupon: '-u-',
  crear_llave: '-u-',
  claves_de_firma: '--s',
  crear_webhook: '-u-',
  liberar_activacion: '-u-',
  licencia_v1: 'a--',
  mi_licencia: '-u-',
  crear_packs: '--s',
  crear_pago: '-u-',
  crear_producto: '-u-',
  crear_regalo: '-u-',
  crear_servidor: '-u-',
  cuarentenas_por_mostrar: '--s',
  datos_pedido: '--s',
  datos_recibo: '--s',
  datos_regalo: '--s',
  decidir_revision: '-u-',
  dejar_correos: 'au-',
  mapa_de_publicaciones: 'au-',
  preguntar: '-u-',
  responder_pregunta: '-u-',
  descartar_pregunta: '-u-',
  borrar_pregunta: '-u-',
  agradecer_respuesta: '-u-',
  mis_gracias: '-u-',
  mis_preguntas: '-u-',
  preguntas_recibidas: '-u-',
  moderar_pregunta: '-u-',
  mapa_de_preguntas: 'au-',
  guardar_publicacion: '-u-',
  borrar_publicacion: '-u-',
  ver_publicacion: '-u-',
  mis_publicaciones: '-u-',
  productos_para_publicar: '-u-',
  moderar_publicacion: '-u-',
  deshacer_prueba: '-u-',
  destacados_ahora: 'aus',
  destacados_por_mostrar: '--s',
  dejar_turno: '--s',
  detalle_pedidos: '-u-',
  diagnosticar: '--s',
  elegir_nombre: '-u-',
  elegir_servidor: '-u-',
  entregas_de_pedido: '-u-',
  escribir_anuncios: '--s',
  avisar_publicaciones: '--s',
  eventos_sin_tratar: '--s',
  guardar_accion: '-u-',
  lanzar_reservas_al_juego: '--s',
  mapa_de_creadores: 'au-',
  mapa_de_productos: 'au-',
  mi_cola: '-u-',
  mi_panel_pagina: '-u-',
  mis_anuncios: '-u-',
  mis_envios_webhook: '-u-',
  mis_servidores: '-u-',
  mis_webhooks: '-u-',
  olvidar_webhooks: '--s',
  pausar_webhook: '-u-',
  pedir_reenvio: '-u-',
  persona_llamada: '-u-',
  plan_club_por_cambiar: '-u-',
  plegar_cifras: '--s',
  plegar_saldos: '--s',
  probar_servidor: '-u-',
  probar_webhook: '-u-',
  productos_con_acciones: '-u-',
  productos_en_venta: 'au-',
  quien_soy: '-u-',
  quiso_decir: 'au-',
  emitir_factura: '-u-',
  emitir_factura_pendiente: '--s',
  enlace_descarga: '-u-',
  entregar_pago: '--s',
  entregar_regalo: '--s',
  anadir_prueba: '-u-',
  quitar_prueba: '-u-',
  pruebas_retiradas: '--s',
  olvidar_pruebas: '--s',
  enviar_respuesta: '-u-',
  escribir_resena: '-u-',
  estado_descarga: '-u-',
  estado_revision: '-u-',
  mensajes_de_revision: '-u-',
  filtros_catalogo: 'au-',
  fin_de_club: '-u-',
  mi_ahorro_club: '-u-',
  avisar_renovaciones_club: '--s',
  guardar_ajustes: '-u-',
  guardar_cupon: '-u-',
  guardar_perfil: '-u-',
  guardar_enlaces: '-u-',
  fijar_productos: '-u-',
  mis_fijados: '-u-',
  guardar_borrador: '-u-',
  guardar_preferencias: '-u-',
  guardar_producto: '-u-',
  guardar_contenido: '-u-',
  cambios_del_equipo: '-u-',
  guardar_respuesta: '-u-',
  guardar_usuario: '-u-',
  ha_llegado: '-u-',
  id_de_producto: 'au-',
  ids_en_cuarentena: 'au-',
  imagenes_retiradas: '--s',
  levantar_veto: '-u-',
  libros_por_repasar: '--s',
  listar_reportes: '-u-',
  marcar_avisos_leidos: '-u-',
  mi_biblioteca: '-u-',
  mi_nombre_de_jugador: '-u-',
  anotar_sesion: '-u-',
  mis_sesiones: '-u-',
  terminar_sesion: '-u-',
  mi_extracto: '-u-',
  mi_panel: '-u-',
  mi_regalo: '-u-',
  mi_relacion: '-u-',
  mi_reputacion: '-u-',
  mi_saldo: '-u-',
  mi_venta: '-u-',
  mis_codigos_recuperacion: '-u-',
  mis_cupones: '-u-',
  mis_datos: '-u-',
  mis_fuentes: '-u-',
  mis_procedencias: '-u-',
  mis_descargas: '-u-',
  mis_licencias: '-u-',
  mis_llaves: '-u-',
  mis_movimientos: '-u-',
  mis_productos_para: '-u-',
  mis_regalos_sin_entregar: '-u-',
  mis_resenas: '-u-',
  mis_ventas: '-u-',
  mis_ventas_totales: '-u-',
  moderadores: '-u-',
  moderar_resena: '-u-',
  motivo_no_cobro: '--s',
  nombrar_admin: '--s',
  nombre_por_elegir: '-u-',
  ofertas_actuales: 'au-',
  ofertas_por_mostrar: '--s',
  olvidar_archivos: '--s',
  olvidar_imagenes: '--s',
  olvidar_intentos: '--s',
  olvidar_palabras: '--s',
  olvidar_subida: '-u-',
  pagina_de_pago: '-u-',
  pagos_por_revisar: '--s',
  pagos_aprobados_de_nuevo: '--s',
  pagos_sin_objeto: '--s',
  parar_cupon: '-u-',
  pedir_cambios: '-u-',
  pedir_reembolso: '-us',
  pedir_reembolso_parcial: '-us',
  pedir_retiro: '-u-',
  permitir_cambio_correo: '-u-',
  permitir_imagen: '-u-',
  permitir_segundo_factor: '-u-',
  permitir_subida: '-u-',
  precios_minimos: 'au-',
  preparar_envio: '--s',
  probar_contrasena: '-u-',
  programar_oferta: '-u-',
  proponer_cambios: '-u-',
  quitar_accion: '-u-',
  quitar_servidor: '-u-',
  quitar_webhook: '-u-',
  rechazar_envio: '--s',
  rechazar_reembolso: '--s',
  reclamar_con_club: '-u-',
  recoger_ordenes: '--s',
  reconocer_contrasena: 'au-',
  reconocer_dispositivo: 'au-',
  reconocer_registro: 'au-',
  recordar_dispositivo: '-u-',
  recordar_sesion_club: '--s',
  reenviar_orden: '-u-',
  reenviar_webhook: '-u-',
  regalos_por_entregar: '--s',
  registrar_evento: '--s',
  registrar_visita: 'au-',
  relacionados_de: 'au-',
  renovar_clave_servidor: '-u-',
  renovar_secreto_webhook: '-u-',
  repartir_fichas: '--s',
  repasar_libro: '--s',
  reportar: '-u-',
  resolver_caso: '-u-',
  resolver_reporte: '-u-',
  resolver_retiro: '-u-',
  responder_resena: '-u-',
  respuestas_por_enviar: '--s',
  restauracion_por_repasar: '--s',
  resumir_ayer: '--s',
  retener_pago: '--s',
  retirar_apps_perdidas: '-u-',
  retiros_por_seguir: '--s',
  revision_para_decidir: '-u-',
  renovar_licencia: '-u-',
  revocar_llave: '-u-',
  saludar_servidor: '--s',
  sesiones_club_por_cerrar: '--s',
  sugerir_creadores: 'au-',
  sugerir_productos: 'au-',
  terminar_clubs_vencidos: '--s',
  tengo_contrasena: '-u-',
  tomar_avisos_servidor: '--s',
  tomar_correos: '--s',
  tomar_envios_webhook: '--s',
  tomar_turno: '--s',
  usar_codigo_recuperacion: '-u-',
  usuario_ocupado: 'au-',
  ver_codigo: '-u-',
  ver_factura_club: '-u-',
  vetar: '-u-',
  vincular_pago: '--s',
};

/** Functions called by policies, checks and invoker functions. Nobody else calls a function of `privado`. */
const internal: Record<string, string> = {
  abrir_llave: 'a--',
  ambito_de: '-u-',
  api_contenido: '-u-',
  api_cupones: '-u-',
  api_hacer: '-u-',
  api_jugador: '-u-',
  api_producto: '-u-',
  api_productos: '-u-',
  api_version: '-u-',
  huella_contenido: '-u-',
  sujetar_contenido: '-u-',
  empezar_peticion: '-u-',
  peticion_hecha: '-u-',
  es_admin: '-u-',
  es_moderador: '-u-',
  enlace_publico: '-u-',
  enlaces_publicos: '-u-',
  es_su_producto: '-u-',
  imagen_valida: '-u-',
  nivel_reputacion: '-us',
  precio_minimo_reciente: 'au-',
  puede_actuar: '-u-',
  puede_leer: '-u-',
  puede_subir: '-u-',
  puede_subir_con_llave: 'a--',
  ruta_valida: '-u-',
  sesion_completa: '-u-',
  sesion_vigente: '-u-',
  terminar_peticion: '-u-',
};

test.each([
  ['public', callers],
  ['privado', internal],
])('the callable functions of %s are exactly the listed ones', async (schema, expected) => {
  const rows = await sql`
    select p.proname as name,
      case when has_function_privilege('anon', p.oid, 'execute') then 'a' else '-' end
      || case when has_function_privilege('authenticated', p.oid, 'execute') then 'u' else '-' end
      || case when has_function_privilege('service_role', p.oid, 'execute') then 's' else '-' end as callers
    from pg_proc p where p.pronamespace = ${schema}::regnamespace`;
  const called = rows.filter(({ callers: who }) => schema === 'public' || who !== '---');
  expect(Object.fromEntries(called.map(({ name, callers: who }) => [name, who]))).toEqual(expected);
  expect(called).toHaveLength(Object.keys(expected).length);
});

test('every function sets its search path, or resolves names at creation', async () => {
  const rows = await sql`
    select proname from pg_proc where pronamespace::regnamespace::text in ('public', 'privado') and prosqlbody is null
      and not coalesce(proconfig, '{}') @> array['search_path=""']`;
  expect(rows).toEqual([]);
});

test('a record variable of a function has one shape, so its plan is cached per connection', async () => {
  const functions = await sql`select proname, prosrc from pg_proc join pg_language l on l.oid = prolang
    where pronamespace::regnamespace::text in ('public', 'privado') and lanname = 'plpgsql' order by proname`;
  const filledTwice = functions.flatMap(({ proname, prosrc }) =>
    [...String(prosrc).matchAll(/^\s*(\w+) record;/gm)]
      .filter(([, name]) => [...prosrc.matchAll(new RegExp(`\\binto (?:strict )?${name}\\b`, 'g'))].length > 1)
      .map(([, name]) => `${proname}: ${name}`),
  );
  expect(functions.length).toBeGreaterThan(100);
  expect(filledTwice).toEqual([]);
});

test('every table has row level security, and every policy has one operation and named roles', async () => {
  expect(
    await sql`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity`,
  ).toEqual([]);
  expect(
    await sql`select policyname from pg_policies where schemaname in ('public', 'storage')
    and (cmd = 'ALL' or 'public' = any (roles))`,
  ).toEqual([]);
});

test('a session without its second factor reads no more than visitors', async () => {
  const rows = await sql`select tablename from pg_policies where schemaname = 'public' and cmd = 'SELECT'
    group by tablename having not bool_or('anon' = any (roles))
      and not bool_or(permissive = 'RESTRICTIVE' and qual ~ 'sesion_completa') order by tablename`;
  expect(rows.map(({ tablename }) => tablename)).toEqual([]);
});

test('policies evaluate the caller once per statement, not per row', async () => {
  const rows = await sql`select policyname, qual, with_check from pg_policies where schemaname = 'public'`;
  for (const { policyname, qual, with_check } of rows) {
    const text = `${qual} ${with_check}`.replaceAll(
      /\( SELECT (auth\.uid|privado\.(es_admin|puede_actuar|sesion_completa))\(\) AS \w+\)/g,
      '',
    );
    expect(text, policyname).not.toMatch(/uid\(\)|es_admin\(\)|puede_actuar\(\)|sesion_completa\(\)/);
  }
});

test('every foreign key has an index starting with its columns', async () => {
  const missing = await sql`
    select c.conrelid::regclass::text as table, c.conname as key from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indpred is null
        and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)`;
  expect(missing).toEqual([]);
});
