-- Made from supabase/schemas by `npm run db:migration ready_for_customers`.

SET local check_function_bodies = off;

CREATE TABLE "public"."facturas_pendientes" (
  "id"            bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "pago_id"       uuid,
  "cargo_club_id" uuid,
  "created_at"    timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "facturas_pendientes_cargo_club_id_key" UNIQUE (cargo_club_id),
  CONSTRAINT "facturas_pendientes_de_algo_check" CHECK ((num_nonnulls(pago_id, cargo_club_id) = 1)),
  CONSTRAINT "facturas_pendientes_pago_id_key" UNIQUE (pago_id),
  CONSTRAINT "facturas_pendientes_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."facturas_pendientes"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."facturas_pendientes" FROM "anon", "authenticated", "service_role";

CREATE TABLE "public"."ultima_pasada" (
  "id"           integer                  NOT NULL DEFAULT 1,
  "terminada_at" timestamp with time zone NOT NULL DEFAULT now(),
  "fallidas"     text[]                   NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT "ultima_pasada_id_check" CHECK ((id = 1)),
  CONSTRAINT "ultima_pasada_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."ultima_pasada"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."ultima_pasada" FROM "anon", "authenticated", "service_role";

REVOKE ALL ON SEQUENCE "public"."facturas_pendientes_id_seq" FROM "anon";

REVOKE ALL ON SEQUENCE "public"."facturas_pendientes_id_seq" FROM "authenticated";

REVOKE ALL ON SEQUENCE "public"."facturas_pendientes_id_seq" FROM "service_role";

ALTER TABLE "public"."configuracion_global"
  ALTER COLUMN "vendedor_direccion" SET DEFAULT ''::text;

ALTER TABLE "public"."configuracion_global"
  ALTER COLUMN "vendedor_nif" SET DEFAULT ''::text;

ALTER TABLE "public"."configuracion_global"
  ALTER COLUMN "vendedor_nombre" SET DEFAULT ''::text;

CREATE OR REPLACE FUNCTION public.anotar_pasada (
  p_fallidas text[]
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into public.ultima_pasada (id, terminada_at, fallidas) values (1, now(), coalesce(p_fallidas, '{}'))
  on conflict (id) do update set terminada_at = excluded.terminada_at, fallidas = excluded.fallidas;
$function$;

REVOKE ALL ON FUNCTION "public"."anotar_pasada"(text[]) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.crear_packs()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_admin uuid := (select id from public.usuarios_meta where role = 'admin' order by created_at, id limit 1);
  v_hechos integer;
begin
  if v_admin is null then return public.rechazo('sin_admin'); end if;
  insert into public.productos (slug, nombre, nombre_en, precio, uncoins, category, descargable, status, usuario_id,
    portada_url, acerca_de, acerca_de_en, publicado_at)
  select 'uncoins-' || p.uncoins, p.uncoins || ' UnCoins', p.uncoins || ' UnCoins', p.precio, p.uncoins, 'uncoins', false,
    'approved', v_admin, '/default-cover.webp', 'Saldo para comprar en la tienda.', 'Balance to spend in the shop.', now()
  from (values (100, 1.59), (500, 7.95), (1000, 15.90)) p (uncoins, precio)
  on conflict (slug) do nothing;
  get diagnostics v_hechos = row_count;
  return jsonb_build_object('ok', true, 'creados', v_hechos);
end
$function$;

REVOKE ALL ON FUNCTION "public"."crear_packs"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.diagnosticar()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_migraciones jsonb;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select jsonb_agg(version order by version) from supabase_migrations.schema_migrations' into v_migraciones;
  end if;
  return jsonb_build_object(
    'migraciones', coalesce(v_migraciones, '[]'),
    'falta_del_vendedor', to_jsonb(public.falta_del_vendedor()),
    'facturas_pendientes', (select count(*) from public.facturas_pendientes),
    'packs', (select count(*) from public.productos where category = 'uncoins' and status = 'approved'),
    'buckets', (select coalesce(jsonb_object_agg(id, public), '{}') from storage.buckets),
    'admins', (select count(*) from public.usuarios_meta where role = 'admin'
      and (banned_until is null or banned_until <= now())),
    'admins_con_segundo_factor', (select count(*) from public.usuarios_meta u where u.role = 'admin'
      and exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified')),
    'dominios', (select coalesce(jsonb_agg(dominio order by dominio), '[]') from public.dominios_correo),
    'ultima_pasada', (select jsonb_build_object('terminada_at', terminada_at, 'fallidas', fallidas)
      from public.ultima_pasada),
    'limites', (select coalesce(jsonb_object_agg(rolname, ajuste), '{}') from pg_roles r, unnest(r.rolconfig) ajuste
      where rolname in ('anon', 'authenticated') and ajuste like 'statement_timeout=%'));
end
$function$;

REVOKE ALL ON FUNCTION "public"."diagnosticar"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.emitir_factura (
  p_id            uuid,
  p_rectificativa boolean DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_pago public.pagos;
  v_factura public.facturas;
begin
  if auth.uid() is null or not public.puede_actuar() then return public.rechazo('no_existe'); end if;
  select * into v_factura from public.facturas where id = p_id;
  select p.* into v_pago from public.pagos p
  where p.id = p_id or p.id = v_factura.pago_id
    or p.id = (select a.pago_id from public.adquisiciones a where a.id = p_id);
  if v_pago.id is null or (v_pago.user_id <> auth.uid() and not public.es_admin()) then
    return public.rechazo('no_existe');
  end if;
  if v_factura.id is not null then return public.describir_factura(v_factura); end if;
  if p_rectificativa then
    -- The newest that stands.
    select f.* into v_factura from public.facturas f
    where f.pago_id = v_pago.id and f.rectifica is not null and f.anula is null
      and not exists (select from public.facturas a where a.anula = f.id)
    order by f.emitida_at desc, f.numero desc limit 1;
    if v_factura.id is null then return public.rechazo('no_existe'); end if;
    return public.describir_factura(v_factura);
  end if;
  if v_pago.proveedor not in ('stripe', 'paypal') or v_pago.total_centimos = 0
    or v_pago.estado not in ('entregado', 'reembolsado', 'en_disputa') or v_pago.entregado_at is null then
    return public.rechazo('no_existe');
  end if;
  v_factura := public.escribir_factura(v_pago);
  if v_factura.id is null then return public.rechazo('sin_emitir'); end if;
  return public.describir_factura(v_factura);
end
$function$;

CREATE OR REPLACE FUNCTION public.emitir_factura_pendiente()
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_fila public.facturas_pendientes;
  v_pago public.pagos;
  v_cargo public.cargos_club;
begin
  if public.falta_del_vendedor() <> '{}' then return false; end if;
  select * into v_fila from public.facturas_pendientes order by id limit 1 for update skip locked;
  if v_fila.id is null then
    update public.casos_admin set resuelto = true
    where tipo = 'vendedor_incompleto' and not resuelto and not exists (select from public.facturas_pendientes);
    return false;
  end if;
  if v_fila.pago_id is not null then
    select * into v_pago from public.pagos where id = v_fila.pago_id for no key update;
    perform public.escribir_factura(v_pago);
    perform public.rectificar_factura(v_pago, public.devuelto_de(v_pago));
  else
    perform 1 from public.usuarios_meta
    where id = (select user_id from public.cargos_club where id = v_fila.cargo_club_id) for no key update;
    select * into v_cargo from public.cargos_club where id = v_fila.cargo_club_id for no key update;
    perform public.escribir_factura_club(v_cargo);
    perform public.rectificar_factura_club(v_cargo);
  end if;
  delete from public.facturas_pendientes where id = v_fila.id;
  return true;
end
$function$;

REVOKE ALL ON FUNCTION "public"."emitir_factura_pendiente"() FROM PUBLIC, "anon", "authenticated";

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
  select to_char(now() at time zone 'Europe/Madrid', 'YYYY'),
    public.siguiente_factura(to_char(now() at time zone 'Europe/Madrid', 'YYYY')), p_pago.id,
    jsonb_build_object(
      'idioma', v_comprador.idioma,
      'vendedor', jsonb_build_object('nombre', v_tienda.vendedor_nombre, 'nif', v_tienda.vendedor_nif,
        'direccion', v_tienda.vendedor_direccion),
      'comprador', jsonb_build_object('nombre', v_comprador.display_name,
        'email', (select email from auth.users where id = p_pago.user_id)),
      'concepto', p_pago.presupuesto ->> 'nombre', 'edicion', p_pago.presupuesto ->> 'edicion',
      'lineas', p_pago.presupuesto -> 'lineas', 'metodo', p_pago.metodo,
      'pagado_at', p_pago.pagado_at,
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
  v_serie text := to_char(now() at time zone 'Europe/Madrid', 'YYYY');
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

CREATE OR REPLACE FUNCTION public.falta_del_vendedor()
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select array_remove(array[
    case when btrim(vendedor_nombre) = '' then 'vendedor_nombre' end,
    case when btrim(vendedor_nif) = '' then 'vendedor_nif' end,
    case when btrim(vendedor_direccion) = '' then 'vendedor_direccion' end], null)
  from public.configuracion_global where id = 1;
$function$;

REVOKE ALL ON FUNCTION "public"."falta_del_vendedor"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.puede_facturar (
  p_pago  uuid,
  p_cargo uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_falta text[] := public.falta_del_vendedor();
begin
  if v_falta = '{}' then return true; end if;
  insert into public.facturas_pendientes (pago_id, cargo_club_id) values (p_pago, p_cargo) on conflict do nothing;
  perform public.abrir_caso('vendedor_incompleto', 'vendedor_incompleto:' || (
      select count(*) from public.casos_admin where tipo = 'vendedor_incompleto' and resuelto),
    null, jsonb_build_object('falta', to_jsonb(v_falta)));
  return false;
end
$function$;

REVOKE ALL ON FUNCTION "public"."puede_facturar"(uuid, uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.rectificar_factura (
  p_pago     public.pagos,
  p_devuelto integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_original public.facturas;
  v_fila record;
  v_falta integer;
begin
  if p_pago.entregado_at is null or p_pago.proveedor not in ('stripe', 'paypal') or p_pago.total_centimos = 0 then return; end if;
  if p_devuelto = 0 and not exists (
    select from public.facturas where pago_id = p_pago.id and rectifica is not null) then return;
  end if;
  v_original := public.escribir_factura(p_pago);
  -- What waits for its invoice waits for its credit notes too.
  if v_original.id is null then return; end if;
  for v_fila in
    select f.id, f.reembolso_id, -(f.datos ->> 'total_centimos')::integer as centimos
    from public.facturas f join public.reembolsos r on r.id = f.reembolso_id
    where f.rectifica = v_original.id and f.anula is null and r.estado <> 'hecho'
      and not exists (select from public.facturas a where a.anula = f.id)
    order by f.numero
  loop
    perform public.escribir_rectificativa(v_original, -v_fila.centimos, v_fila.reembolso_id, null, v_fila.id);
  end loop;
  for v_fila in
    select r.id, r.centimos from public.reembolsos r
    where r.pago_id = p_pago.id and r.estado = 'hecho'
      and not exists (select from public.facturas f where f.reembolso_id = r.id and f.anula is null)
    order by coalesce(r.proveedor_at, r.created_at), r.id
  loop
    v_falta := least(v_fila.centimos, p_devuelto - public.rectificado_de(v_original.id));
    if v_falta > 0 then perform public.escribir_rectificativa(v_original, v_falta, v_fila.id, null, null); end if;
  end loop;
  -- What was lost in a dispute, or came back from one.
  v_falta := p_devuelto - public.rectificado_de(v_original.id);
  if v_falta <> 0 then
    perform public.escribir_rectificativa(v_original, v_falta, null, (
        select id from public.disputas where pago_id = p_pago.id order by (fase = 'perdida') desc, abierta_at desc limit 1),
      (select f.id from public.facturas f where f.rectifica = v_original.id and f.anula is null
        and f.reembolso_id is null and (f.datos ->> 'total_centimos')::integer = v_falta
        and not exists (select from public.facturas a where a.anula = f.id) order by f.numero desc limit 1));
  end if;
end
$function$;

ALTER TABLE "public"."facturas_pendientes"
  ADD CONSTRAINT "facturas_pendientes_cargo_club_id_fkey" FOREIGN KEY (cargo_club_id) REFERENCES public.cargos_club(id) ON DELETE RESTRICT;

ALTER TABLE "public"."facturas_pendientes"
  ADD CONSTRAINT "facturas_pendientes_pago_id_fkey" FOREIGN KEY (pago_id) REFERENCES public.pagos(id) ON DELETE RESTRICT;

COMMENT ON COLUMN "public"."ultima_pasada"."fallidas" IS 'the chores that failed';

GRANT EXECUTE ON FUNCTION "public"."anotar_pasada"(text[]) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."crear_packs"() TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."diagnosticar"() TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."emitir_factura_pendiente"() TO "service_role";

update public.comprobaciones set frase = 'Every charge of the Club is invoiced, less what went back of it, or waits in line for it.',
  consulta = '
  select c.id, c.centimos, c.devuelto_centimos, coalesce(sum((f.datos ->> ''total_centimos'')::integer), 0) as facturado
  from public.cargos_club c left join public.facturas f on f.cargo_club_id = c.id
  where c.estado <> ''fallido'' and not exists (select from public.facturas_pendientes where cargo_club_id = c.id)
  group by c.id having coalesce(sum((f.datos ->> ''total_centimos'')::integer), 0) <> c.centimos - c.devuelto_centimos',
  frase_es = 'Cada cuota del Club está facturada, menos lo devuelto, o está en cola para estarlo.'
where nombre = 'club_cargos_facturados';

update public.comprobaciones set frase = 'Whatever was paid with money and delivered has its invoice, of the same amount, or waits in line for it.',
  consulta = '
  select p.id, p.total_centimos, f.datos ->> ''total_centimos'' as facturado from public.pagos p
  left join public.facturas f on f.pago_id = p.id and f.rectifica is null
  where p.proveedor in (''stripe'', ''paypal'') and p.total_centimos > 0 and p.entregado_at is not null
    and (f.datos ->> ''total_centimos'')::integer is distinct from p.total_centimos
    and not (f.id is null and exists (select from public.facturas_pendientes where pago_id = p.id))',
  frase_es = 'Lo pagado con dinero y entregado tiene su factura, por el mismo importe, o está en cola para tenerla.'
where nombre = 'facturas_de_pagos';

-- By hand: who has never told who sells has the example that new shops no longer begin with.
update public.configuracion_global set vendedor_nombre = '', vendedor_nif = '', vendedor_direccion = ''
where vendedor_nif = 'B00000000';
