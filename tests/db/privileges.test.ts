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

describe('columns that no visitor and no signed-in person may read', () => {
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
    productos: ['download_link', 'oferta_fija', 'disponible_al_archivar'],
    ediciones: ['download_link', 'oferta_fija'],
    // A gift has two sides, and each would see what is the other's.
    adquisiciones: ['precio_pagado', 'minecraft_name', 'descargas'],
    // What the staff noted, and which of them decided.
    reembolsos: ['pedido_por', 'clave'],
    reportes: ['nota', 'resuelto_por'],
    revisiones_producto: ['decidida_por'],
    withdrawals: ['clave', 'resuelto_por'],
    anuncios: ['por_correo', 'contado_hasta', 'correos', 'correos_terminados_at', 'version', 'created_at'],
  };

  const notForVisitors = ['adquisiciones', 'reembolsos', 'reportes', 'revisiones_producto', 'withdrawals'];

  test.each(Object.keys(hidden))('%s', async (table) => {
    for (const role of ['anon', 'authenticated'] as const) {
      const readable = privileged(role, 'SELECT', table);
      if (role === 'anon' && notForVisitors.includes(table)) expect(readable).toEqual([]);
      else expect((await tableColumns(table)).filter((column) => !readable.includes(column))).toEqual(hidden[table]);
    }
  });

  test('every other table is read whole or not at all', async () => {
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

test('what may be written directly, column by column', () => {
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

test('what may be deleted, emptied or watched directly', async () => {
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

/** Who may call what: anon, authenticated, service_role. Functions with three dashes are called by other functions. */
const callers: Record<string, string> = {
  abrir_caso: '--s',
  abrir_regalo: '-u-',
  abrir_sesion_club: '-u-',
  aclarar_retiro: '-u-',
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
  admin_editar_producto: '-u-',
  admin_editar_usuario: '-u-',
  admin_generar_codigos: '-u-',
  admin_guardar_anuncio: '-u-',
  admin_guardar_cupon: '-u-',
  admin_limites_precio: '-u-',
  admin_listar: '-u-',
  admin_oferta_fija: '-u-',
  admin_ordenar_destacados: '-u-',
  admin_publicar_anuncio: '-u-',
  admin_quitar_destacado: '-u-',
  admin_quitar_segundo_factor: '-u-',
  admin_resumen: '-u-',
  admin_retiro: '-u-',
  admin_saldo: '-u-',
  admin_segundo_factor: '-u-',
  admin_usuario: '-u-',
  admitir_dominios: '--s',
  ajustar_club: '---',
  ajustar_ingresos: '---',
  ajustar_pago: '---',
  ajustar_recarga: '---',
  ajustar_uncoins_club: '---',
  al_borrar_cuenta: '---',
  al_cambiar_factor: '---',
  al_crear_usuario: '---',
  al_publicar: '---',
  anotar: '---',
  anotar_cargos_club: '---',
  anotar_caso: '---',
  anotar_descarga: '---',
  anotar_hecho_disputa: '---',
  anotar_hecho_reembolso: '---',
  anotar_huella: '-u-',
  anotar_lote: '--s',
  anotar_oferta: '---',
  anotar_ofertas: '---',
  anotar_ficha: '---',
  anotar_pasada: '--s',
  anotar_repaso: '--s',
  anotar_precio: '---',
  anotar_reembolso: '---',
  anotar_regalo: '---',
  anotar_reversiones: '--s',
  anotar_vuelta: '---',
  antes_de_peticion: 'aus',
  anunciar_ventas: '--s',
  aplicar_bundles: '---',
  aplicar_compatibles: '---',
  aplicar_contenido: '---',
  aprobado_de_nuevo: '---',
  aplicar_suscripcion: '--s',
  archivar_producto: '-u-',
  archivo_en_uso: '---',
  archivos_de: '---',
  archivos_retirados: '--s',
  articulos_de: '---',
  asegurar_cuenta: '-u-',
  asignar_revision: '-u-',
  avisar_a_seguidores: '---',
  avisar_de_cargo_club: '---',
  avisar_de_devolucion: '---',
  avisar_de_disputa: '---',
  avisar_de_logro: '---',
  avisar_de_seguidor: '---',
  avisar_de_resena: '---',
  avisar_del_correo: '---',
  avisar_devolucion: '---',
  avisar_favoritos: '--s',
  avisar_reembolso: '---',
  avisar_regalo: '-u-',
  avisar_reservas: '--s',
  avisar_segundo_factor: '---',
  avisar_uncoins_gastados: '---',
  bajo_ataque: '---',
  base_valida: '---',
  bloquear_existencias: '---',
  bloquear_pago: '---',
  bloquear_retiro: '---',
  blur_valido: '---',
  borrar_borrador: '-u-',
  borrar_cuenta: '--s',
  borrar_mi_cuenta: '-u-',
  borrar_resena: '-u-',
  bundles_en_venta: 'au-',
  busca_en_fichas: '---',
  buscar_codigo: '---',
  buscar_cupon: '---',
  buscar_destinatarios: '-u-',
  buscar_productos: 'au-',
  caducar_pagos_sin_referencia: '--s',
  calcular_presupuesto: '---',
  callar_a_quien_se_fue: '---',
  cambiar_ajuste: '-u-',
  cambiar_precios: '-u-',
  cambiar_reputacion: '-u-',
  cambiar_retiro: '---',
  cambiar_rol: '-u-',
  campos_de_tipo: '---',
  campos_producto: '---',
  cancelaciones_club_pendientes: '--s',
  cancelar_envio: '-u-',
  cancelar_oferta: '-u-',
  canjear_codigo: '-u-',
  cargos_club_asentados: '--s',
  carpeta_propia: '---',
  cerrar_cancelacion_club: '--s',
  cerrar_correo: '--s',
  cerrar_dias: '--s',
  cerrar_evento: '--s',
  cerrar_pago: '--s',
  cerrar_respuesta: '--s',
  cerrar_restauracion: '--s',
  cerrar_retiro: '--s',
  cerrar_sesion_club: '--s',
  choques: '---',
  cifras_de_creador: '---',
  clave_de_sellos: '--s',
  clubs_por_mirar: '--s',
  cobertura_retiro: '---',
  codigo_nuevo: '---',
  cola_revision: '-u-',
  comentar_revision: '-u-',
  comprobar: '---',
  comprobar_bundles: '---',
  comprobar_compatibles: '---',
  con_imagenes_conocidas: '---',
  con_precios: '---',
  conceder_uncoins_club: '--s',
  conservar_objeto: '---',
  conservar_respuesta: '---',
  condicion_busqueda: '---',
  condicion_catalogo: '---',
  contar_codigo: '---',
  contar_dias: '---',
  contar_fallo_tienda: '---',
  contar_ingresos: '---',
  contar_envio: '---',
  contar_intento: '---',
  contar_pedido: '---',
  contar_productos: 'au-',
  contar_relacionados: '--s',
  contar_resenas: '---',
  contar_reservas: '---',
  contar_visitas: '---',
  contenido_de: '---',
  contenido_producto: '-u-',
  contenido_seguro: '---',
  contenido_valido: '---',
  contrasena_correcta: '---',
  corregir_palabra: '---',
  cotizar_compra: 'au-',
  creadores_de_pago: '---',
  crear_codigos_recuperacion: '-u-',
  crear_cuenta: '---',
  crear_cupon: '-u-',
  crear_packs: '--s',
  crear_pago: '-u-',
  crear_producto: '-u-',
  crear_regalo: '-u-',
  cuadrar_retiro: '---',
  cuota_descargas: '---',
  cupon_utilizable: '---',
  dar_articulo: '---',
  datos_pedido: '--s',
  datos_recibo: '--s',
  datos_regalo: '--s',
  decidir_revision: '-u-',
  dejar_correos_anuncios: 'au-',
  dejar_correos_favoritos: 'au-',
  destacados_ahora: 'aus',
  destacados_en: '---',
  destacados_por_mostrar: '--s',
  dejar_turno: '--s',
  describir_factura: '---',
  describir_pago: '---',
  describir_reembolso: '---',
  describir_regalo: '---',
  detalle_pedidos: '-u-',
  devolver_codigo: '---',
  devolver_intento: '---',
  devolver_licencias: '---',
  devolver_uncoins: '---',
  devuelto_de: '---',
  dia_de: '---',
  dia_valido: '---',
  diagnosticar: '--s',
  dias_de_creador: '---',
  edicion_valida: '---',
  elegir_nombre: '-u-',
  escribir_anuncios: '--s',
  anuncio_escrito: '---',
  anuncios_sin_ver: '---',
  estado_de_descarga: '---',
  eventos_sin_tratar: '--s',
  lista_valida: '---',
  mapa_de_creadores: 'au-',
  mapa_de_productos: 'au-',
  marcar_anuncios_vistos: '---',
  mi_panel_pagina: '-u-',
  mis_anuncios: '-u-',
  momento_de: '---',
  momento_escrito: '---',
  oferta_con_tope: '---',
  persona_llamada: '-u-',
  personas_que_empiezan: '---',
  plegar_cifras: '--s',
  plegar_saldos: '--s',
  precio_valido: '---',
  primer_dia: '---',
  productos_con_cifras: '---',
  productos_en_venta: 'au-',
  quien_soy: '-u-',
  recibe_regalos: '---',
  recontar_cifras: '---',
  se_descarga: '---',
  seguir_destacado: '---',
  seguir_lista_destacados: '---',
  emitir_factura: '-u-',
  emitir_factura_pendiente: '--s',
  en_revision: '---',
  enlace_descarga: '-u-',
  enlace_valido: '---',
  enlaces_de: '---',
  entender_busqueda: '---',
  entregar_articulo: '---',
  entregar_pago: '--s',
  entregar_regalo: '--s',
  enviar_respuesta: '-u-',
  es_admin: '-u-',
  es_archivo_de: '---',
  es_asunto_suyo: '---',
  es_desconocido: '---',
  es_misma_compra: '---',
  es_moderador: '-u-',
  es_su_producto: '-u-',
  escribir_con_medida: '---',
  escribir_factura: '---',
  escribir_factura_club: '---',
  escribir_rectificativa: '---',
  escribir_resena: '-u-',
  espera_lanzamiento: '---',
  esqueleto_nombre: '---',
  estado_descarga: '-u-',
  estado_regalo: '---',
  estado_revision: '-u-',
  exige_consentimiento: '---',
  exigir_descargas_propias: '---',
  esperar_archivos: '---',
  esta_guardado: '---',
  exigir_dominio: '---',
  exigir_permiso_correo: '---',
  exigir_permiso_factor: '---',
  exigir_sesion_completa: '---',
  facturar_entrega: '---',
  falta_del_vendedor: '---',
  ficha_disputa: '---',
  ficha_usuario: '---',
  filtros_catalogo: 'au-',
  fijar_archivo: '---',
  fijar_oferta: '---',
  fin_de_club: '-u-',
  fin_de_lo_pagado: '---',
  fin_del_dia: '---',
  fin_reserva: '---',
  gancho_contrasena: '---',
  gancho_segundo_paso: '---',
  guardar_cupon: '-u-',
  guardar_perfil: '-u-',
  guardar_borrador: '-u-',
  guardar_preferencias: '-u-',
  guardar_producto: '-u-',
  guardar_respuesta: '-u-',
  guardar_usuario: '-u-',
  hallar_fichas: '---',
  heredar_asignacion: '---',
  ha_llegado: '-u-',
  hay_otra_vigente: '---',
  hora_de: '---',
  hoy: '---',
  huella: '---',
  huella_codigo: '---',
  id_de_producto: 'au-',
  imagen_conocida: '---',
  imagen_llegada: '---',
  imagen_valida: '-u-',
  imagenes_retiradas: '--s',
  imagenes_validas: '---',
  indexar_creador: '---',
  indexar_persona: '---',
  indice_de: '---',
  ingreso_de: '---',
  inicio_del_dia: '---',
  invariantes: '--s',
  iva_incluido: '---',
  largo_respuesta: '---',
  leer_json: '---',
  leer_uuid: '---',
  letras_ordenadas: '---',
  levantar_veto: '-u-',
  liberar_reservas: '---',
  linea: '---',
  lista_cargos: '---',
  lista_codigos: '---',
  lista_cupones: '---',
  lista_eventos: '---',
  lista_json: '---',
  lista_pagos: '---',
  lista_pedidos: '---',
  lista_productos: '---',
  lista_reportes: '---',
  lista_retiros: '---',
  libros_por_repasar: '--s',
  listar_reportes: '-u-',
  listas_admin: '---',
  lo_cambiado: '---',
  marcar_avisos_leidos: '-u-',
  marcar_regalo: '---',
  meses_club_por_dar: '---',
  mi_biblioteca: '-u-',
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
  mis_descargas: '-u-',
  mis_movimientos: '-u-',
  mis_productos_para: '-u-',
  mis_regalos_en_espera: '-u-',
  mis_resenas: '-u-',
  mis_ventas: '-u-',
  mis_ventas_totales: '-u-',
  moderadores: '-u-',
  moderar_resena: '-u-',
  momento_regalo: '---',
  momento_de_precio: '---',
  motivo_no_borrar: '---',
  motivo_no_cobro: '--s',
  motivo_no_comprador: '---',
  motivo_no_entrega: '---',
  motivo_no_mensaje: '---',
  motivo_no_precio: '---',
  motivo_no_publica: '---',
  motivo_no_regalo: '---',
  motivo_no_reserva: '---',
  motivo_no_responde: '---',
  motivo_no_venta: '---',
  motivo_sin_unidades: '---',
  mover_unidades: '---',
  nivel_de_puesto: '---',
  nivel_reputacion: '-us',
  nivel_sesion: '---',
  nombrar_admin: '--s',
  nombre_libre: '---',
  nombre_objeto: '---',
  nombre_por_elegir: '-u-',
  nombre_reservado: '---',
  nombres_creador: '---',
  normalizar: '---',
  novedad_vigente: '---',
  objeto_reportado: '---',
  ofertas_actuales: 'au-',
  olvidar_mensajes_de_regalo: '---',
  oferta_vigente: '---',
  ofertas_por_anotar: '---',
  ofertas_por_mostrar: '--s',
  olvidar_archivos: '--s',
  olvidar_contrasena_ajena: '---',
  olvidar_imagenes: '--s',
  olvidar_intentos: '--s',
  olvidar_palabras: '--s',
  olvidar_subida: '-u-',
  orden_busqueda: '---',
  ordenar_reembolso: '---',
  ordenes_admin: '---',
  pagina_auditoria: '---',
  pagina_de_pago: '-u-',
  pagina_fallos: '---',
  pagina_personas: '---',
  pagos_por_revisar: '--s',
  pagos_sin_objeto: '--s',
  palabra_en_uso: '---',
  parar_cupon: '-u-',
  parte_de: '---',
  parte_porcentual: '---',
  patron_persona: '---',
  pedir_cancelacion_club: '---',
  pedir_reembolso: '-us',
  pedir_reembolso_parcial: '-us',
  pedir_retiro: '-u-',
  permitir_cambio_correo: '-u-',
  permitir_imagen: '-u-',
  permitir_segundo_factor: '-u-',
  permitir_subida: '-u-',
  persona_completa: '---',
  personas_con: '---',
  personas_llamadas: '---',
  plazo_en_camino: '---',
  plazos_retiro: '---',
  precio_minimo_reciente: 'au-',
  precios_minimos: 'au-',
  preparar_envio: '--s',
  presupuestar: '---',
  presupuesto_actual: '---',
  problema_nombre: '---',
  programar_oferta: '-u-',
  prohibir_cambio: '---',
  proponer_cambios: '-u-',
  proteger_saldo: '---',
  pruebas_de: '---',
  publicar_version: '---',
  puede_actuar: '-u-',
  puede_facturar: '---',
  puede_leer: '-u-',
  puede_subir: '-u-',
  rango_disputa: '---',
  rango_reembolso: '---',
  rechazar_envio: '--s',
  rechazar_reembolso: '--s',
  rechazo: '---',
  reclamar_con_club: '-u-',
  recomponer_entrega: '---',
  recomponer_pago: '---',
  reconocer_dispositivo: 'au-',
  reconocer_registro: 'au-',
  recordar_dispositivo: '-u-',
  recordar_sesion_club: '--s',
  rectificado_de: '---',
  rectificar_factura: '---',
  rectificar_factura_club: '---',
  reembolsable_de: '---',
  regalo_en_espera: '---',
  regalo_espera: '---',
  regalos_por_entregar: '--s',
  registrar_evento: '--s',
  registrar_visita: 'au-',
  rehacer_fichas: '---',
  relacionados_de: 'au-',
  repartir_fichas: '--s',
  repartir_total: '---',
  repasar_libro: '--s',
  reportar: '-u-',
  reservar: '---',
  resolver_caso: '-u-',
  resolver_reporte: '-u-',
  resolver_retiro: '-u-',
  resolver_revision: '-u-',
  responder_resena: '-u-',
  respuestas_por_enviar: '--s',
  restauracion_por_repasar: '--s',
  resumir_ayer: '--s',
  retener_pago: '--s',
  retenido_por_disputa: '---',
  retirar_apps_perdidas: '-u-',
  retirar_retratos: '---',
  retiros_por_seguir: '--s',
  revisar_cancelaciones_club: '---',
  revisar_nombre: '---',
  revision_para_decidir: '-u-',
  ruta_valida: '-u-',
  saldo_creador: '---',
  sello_valido: '---',
  serie_de_facturas: '---',
  sesion_actual: '---',
  sesion_completa: '-u-',
  sesion_vigente: '-u-',
  sesiones_club_por_cerrar: '--s',
  signos_invisibles: '---',
  siguiente_factura: '---',
  sin_acentos: '---',
  sin_vacio: '---',
  solo_claves: '---',
  soltar_decidida: '---',
  sugerir_productos: 'au-',
  sumar_ingresos: '---',
  sumar_uncoins: '---',
  suscripcion_vigente: '---',
  temas_de: '---',
  terminar_club_de_cuenta: '---',
  terminar_clubs_vencidos: '--s',
  terminar_sesiones: '---',
  texto_persona: '---',
  tengo_contrasena: '-u-',
  textos_hasta: '---',
  tiene_base: '---',
  tiene_contrasena: '---',
  tiene_dependientes: '---',
  tiene_descarga: '---',
  tiene_segundo_factor: '---',
  tomar_correos: '--s',
  tomar_turno: '--s',
  tramo_precio: '---',
  usar_codigo_recuperacion: '-u-',
  usuario_libre: '---',
  usuario_ocupado: 'au-',
  vaciar_cuenta: '---',
  ventas_de: '---',
  ver_codigo: '-u-',
  ver_factura_club: '-u-',
  versiones_validas: '---',
  vetar: '-u-',
  vincular_pago: '--s',
  volver_borrador: '---',
  ya_lo_tiene: '---',
};

test('every function, and who may call it', async () => {
  const rows = await sql`
    select p.proname as name,
      case when has_function_privilege('anon', p.oid, 'execute') then 'a' else '-' end
      || case when has_function_privilege('authenticated', p.oid, 'execute') then 'u' else '-' end
      || case when has_function_privilege('service_role', p.oid, 'execute') then 's' else '-' end as callers
    from pg_proc p where p.pronamespace = 'public'::regnamespace`;
  expect(Object.fromEntries(rows.map(({ name, callers: who }) => [name, who]))).toEqual(callers);
  expect(rows).toHaveLength(Object.keys(callers).length);
});

test('every function fixes its search path, or had its names looked up when it was made', async () => {
  const rows = await sql`
    select proname from pg_proc where pronamespace = 'public'::regnamespace and prosqlbody is null
      and not coalesce(proconfig, '{}') @> array['search_path=""']`;
  expect(rows).toEqual([]);
});

test('a row that a function keeps has one shape: its use is planned once for a connection', async () => {
  const functions = await sql`select proname, prosrc from pg_proc join pg_language l on l.oid = prolang
    where pronamespace = 'public'::regnamespace and lanname = 'plpgsql' order by proname`;
  const filledTwice = functions.flatMap(({ proname, prosrc }) =>
    [...String(prosrc).matchAll(/^\s*(\w+) record;/gm)]
      .filter(([, name]) => [...prosrc.matchAll(new RegExp(`\\binto (?:strict )?${name}\\b`, 'g'))].length > 1)
      .map(([, name]) => `${proname}: ${name}`),
  );
  expect(functions.length).toBeGreaterThan(100);
  expect(filledTwice).toEqual([]);
});

test('every table has row level security, and every policy one operation and named roles', async () => {
  expect(
    await sql`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity`,
  ).toEqual([]);
  expect(
    await sql`select policyname from pg_policies where schemaname in ('public', 'storage')
    and (cmd = 'ALL' or 'public' = any (roles))`,
  ).toEqual([]);
});

test('what a visitor cannot read, half a sign-in cannot either', async () => {
  const rows = await sql`select tablename from pg_policies where schemaname = 'public' and cmd = 'SELECT'
    group by tablename having not bool_or('anon' = any (roles))
      and not bool_or(permissive = 'RESTRICTIVE' and qual ~ 'sesion_completa') order by tablename`;
  expect(rows.map(({ tablename }) => tablename)).toEqual([]);
});

test('policies ask who is there once per statement, not once per row', async () => {
  const rows = await sql`select policyname, qual, with_check from pg_policies where schemaname = 'public'`;
  for (const { policyname, qual, with_check } of rows) {
    const text = `${qual} ${with_check}`.replaceAll(
      /\( SELECT (auth\.uid|es_admin|puede_actuar|sesion_completa)\(\) AS \w+\)/g,
      '',
    );
    expect(text, policyname).not.toMatch(/uid\(\)|es_admin\(\)|puede_actuar\(\)|sesion_completa\(\)/);
  }
});

test('every foreign key has an index that begins with its columns', async () => {
  const missing = await sql`
    select c.conrelid::regclass::text as table, c.conname as key from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indpred is null
        and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)`;
  expect(missing).toEqual([]);
});
