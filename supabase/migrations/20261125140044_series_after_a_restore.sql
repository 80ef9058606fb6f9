-- Made from supabase/schemas by `npm run db:migration series_after_a_restore`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE TABLE "public"."restauraciones" (
  "id"            integer                  GENERATED ALWAYS AS IDENTITY NOT NULL,
  "copia_at"      timestamp with time zone NOT NULL,
  "restaurada_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "restauraciones_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."restauraciones"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."restauraciones" FROM "anon", "authenticated", "service_role";

REVOKE ALL ON SEQUENCE "public"."restauraciones_id_seq" FROM "anon";

REVOKE ALL ON SEQUENCE "public"."restauraciones_id_seq" FROM "authenticated";

REVOKE ALL ON SEQUENCE "public"."restauraciones_id_seq" FROM "service_role";

CREATE OR REPLACE FUNCTION public.escribir_factura (
  p_pago public.pagos
)
  RETURNS public.facturas
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_factura public.facturas;
  v_tienda public.configuracion_global;
  v_comprador public.usuarios_meta;
  v_base integer;
  v_serie text := public.serie_de_facturas('');
begin
  -- One at a time per payment: the second finds what the first has written.
  perform 1 from public.pagos where id = p_pago.id for no key update;
  select * into v_factura from public.facturas where pago_id = p_pago.id and rectifica is null;
  if found then return v_factura; end if;
  if not public.puede_facturar(p_pago.id, null) then return null; end if;
  select * into v_tienda from public.configuracion_global where id = 1;
  select * into v_comprador from public.usuarios_meta where id = p_pago.user_id;
  -- Prices include the tax: the base is what is left, and both add up to the cent.
  v_base := round(p_pago.total_centimos * 100.0 / (100 + v_tienda.iva_porcentaje))::integer;
  insert into public.facturas (serie, numero, pago_id, datos)
  select v_serie, public.siguiente_factura(v_serie), p_pago.id,
    jsonb_build_object(
      'idioma', v_comprador.idioma,
      'vendedor', jsonb_build_object('nombre', v_tienda.vendedor_nombre, 'nif', v_tienda.vendedor_nif,
        'direccion', v_tienda.vendedor_direccion),
      'comprador', jsonb_build_object('nombre', v_comprador.display_name,
        'email', (select email from auth.users where id = p_pago.user_id)),
      'concepto', p_pago.presupuesto ->> 'nombre', 'edicion', p_pago.presupuesto ->> 'edicion',
      'lineas', p_pago.presupuesto -> 'lineas', 'metodo', p_pago.metodo,
      'pagado_at', p_pago.pagado_at,
      'consentimiento', case when p_pago.consentimiento_version is not null then jsonb_build_object(
        'version', p_pago.consentimiento_version, 'aceptado_at', p_pago.consentimiento_at) end,
      'iva_porcentaje', v_tienda.iva_porcentaje, 'base_centimos', v_base,
      'iva_centimos', p_pago.total_centimos - v_base, 'total_centimos', p_pago.total_centimos)
  returning * into v_factura;
  return v_factura;
end
$function$;

CREATE OR REPLACE FUNCTION public.escribir_factura_club (
  p_cargo public.cargos_club
)
  RETURNS public.facturas
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_factura public.facturas;
  v_tienda public.configuracion_global;
  v_miembro public.usuarios_meta;
  v_serie text := public.serie_de_facturas('');
begin
  select * into v_factura from public.facturas where cargo_club_id = p_cargo.id and rectifica is null;
  if found or p_cargo.centimos = 0 then return v_factura; end if;
  if not public.puede_facturar(null, p_cargo.id) then return null; end if;
  select * into v_tienda from public.configuracion_global where id = 1;
  select * into v_miembro from public.usuarios_meta where id = p_cargo.user_id;
  insert into public.facturas (serie, numero, cargo_club_id, datos)
  values (v_serie, public.siguiente_factura(v_serie), p_cargo.id,
    jsonb_build_object(
      'idioma', v_miembro.idioma,
      'vendedor', jsonb_build_object('nombre', v_tienda.vendedor_nombre, 'nif', v_tienda.vendedor_nif,
        'direccion', v_tienda.vendedor_direccion),
      'comprador', jsonb_build_object('nombre', v_miembro.display_name,
        'email', (select email from auth.users where id = p_cargo.user_id)),
      'concepto', 'UnStore Club, ' || case when v_miembro.idioma = 'en' then p_cargo.plan
        when p_cargo.plan = 'yearly' then 'anual' else 'mensual' end,
      'edicion', to_char(p_cargo.periodo_inicio at time zone 'UTC', 'DD/MM/YYYY') || ' – '
        || to_char(p_cargo.periodo_fin at time zone 'UTC', 'DD/MM/YYYY'),
      'lineas', jsonb_build_array(public.linea('base', p_cargo.centimos)), 'metodo', 'tarjeta',
      'pagado_at', p_cargo.pagado_at,
      'iva_porcentaje', v_tienda.iva_porcentaje, 'base_centimos', p_cargo.centimos - p_cargo.iva_centimos,
      'iva_centimos', p_cargo.iva_centimos, 'total_centimos', p_cargo.centimos))
  returning * into v_factura;
  return v_factura;
end
$function$;

CREATE OR REPLACE FUNCTION public.escribir_rectificativa (
  p_original  public.facturas,
  p_centimos  integer,
  p_reembolso uuid,
  p_disputa   uuid,
  p_anula     uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_serie text := public.serie_de_facturas('R');
  v_total integer := (p_original.datos ->> 'total_centimos')::integer;
  v_antes integer := public.rectificado_de(p_original.id);
  v_base integer;
begin
  v_base := round((p_original.datos ->> 'base_centimos')::numeric * (v_antes + p_centimos) / v_total)
    - round((p_original.datos ->> 'base_centimos')::numeric * v_antes / v_total);
  insert into public.facturas (serie, numero, pago_id, rectifica, reembolso_id, disputa_id, anula, datos)
  values (v_serie, public.siguiente_factura(v_serie), p_original.pago_id, p_original.id, p_reembolso, p_disputa, p_anula,
    p_original.datos || jsonb_build_object(
      'base_centimos', -v_base, 'iva_centimos', v_base - p_centimos, 'total_centimos', -p_centimos,
      'lineas', jsonb_build_array(public.linea(
        case when p_centimos > 0 then 'reembolso' else 'reembolso_anulado' end, -p_centimos))));
end
$function$;

CREATE OR REPLACE FUNCTION public.rectificar_factura_club (
  p_cargo public.cargos_club
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_original public.facturas;
  v_hecho integer;
  v_base_hecha integer;
  v_total integer;
  v_base integer;
  v_serie text := public.serie_de_facturas('R');
begin
  select * into v_original from public.facturas where cargo_club_id = p_cargo.id and rectifica is null;
  if v_original.id is null then return; end if;
  select coalesce(sum((datos ->> 'total_centimos')::integer), 0), coalesce(sum((datos ->> 'base_centimos')::integer), 0)
  into v_hecho, v_base_hecha from public.facturas where rectifica = v_original.id;
  v_total := -p_cargo.devuelto_centimos - v_hecho;
  if v_total = 0 then return; end if;
  v_base := -round((v_original.datos ->> 'base_centimos')::numeric * p_cargo.devuelto_centimos / p_cargo.centimos)::integer
    - v_base_hecha;
  insert into public.facturas (serie, numero, cargo_club_id, rectifica, datos)
  values (v_serie, public.siguiente_factura(v_serie), p_cargo.id, v_original.id, v_original.datos || jsonb_build_object(
    'base_centimos', v_base, 'iva_centimos', v_total - v_base, 'total_centimos', v_total,
    'lineas', jsonb_build_array(
      public.linea(case when v_total < 0 then 'reembolso' else 'reembolso_fallido' end, v_total))));
end
$function$;

CREATE OR REPLACE FUNCTION public.serie_de_facturas (
  p_clase text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_clase || to_char(now() at time zone 'Europe/Madrid', 'YYYY') || coalesce((
    select to_char(restaurada_at at time zone 'Europe/Madrid', '"B"MMDDHH24MI') from public.restauraciones
    where date_trunc('year', restaurada_at at time zone 'Europe/Madrid')
      = date_trunc('year', now() at time zone 'Europe/Madrid')
    order by id desc limit 1), '');
$function$;

REVOKE ALL ON FUNCTION "public"."serie_de_facturas"(text) FROM PUBLIC, "anon", "authenticated", "service_role";
