-- Made from supabase/schemas by `npm run db:migration files_of_editions_alone`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.avisar_reservas()
  RETURNS integer
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with nuevos as (
    insert into public.correos (clave, user_id, plantilla, datos)
    select 'reserva:' || a.id, a.user_id, 'reserva', jsonb_build_object('pedido_id', a.id)
    from public.adquisiciones a
    join public.usuarios_meta u on u.id = a.user_id and u.borrada_at is null
    join public.productos p on p.id = a.producto_id
    left join public.ediciones e on e.id = a.edicion_id
    where a.es_reserva and a.revocada_at is null and public.se_descarga(p, e)
      and coalesce(e.fecha_lanzamiento, p.fecha_lanzamiento) <= public.hoy()
      and not public.espera_lanzamiento(p, e)
      and not exists (select from public.correos c where c.clave = 'reserva:' || a.id)
    on conflict (clave) do nothing
    returning 1
  )
  select count(*)::integer from nuevos;
$function$;

CREATE OR REPLACE FUNCTION public.estado_de_descarga (
  p_pedido   public.adquisiciones,
  p_producto public.productos,
  p_edicion  public.ediciones
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case
    when p_pedido.revocada_at is not null then 'revocado'
    when p_producto.id is null then 'sin_enlace'
    when not p_producto.descargable and p_pedido.minecraft_name is null then 'sin_nombre'
    when not public.se_descarga(p_producto, p_edicion) then 'no_descargable'
    when public.espera_lanzamiento(p_producto, p_edicion) then 'reserva'
    when coalesce(p_edicion.download_link, p_producto.download_link) is null then 'sin_enlace'
    else 'disponible'
  end;
$function$;

CREATE OR REPLACE FUNCTION public.se_descarga (
  p_producto public.productos,
  p_edicion  public.ediciones
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select p_producto.descargable or p_edicion.download_link is not null;
$function$;

REVOKE ALL ON FUNCTION "public"."se_descarga"(public.productos, public.ediciones) FROM PUBLIC, "anon", "authenticated", "service_role";
