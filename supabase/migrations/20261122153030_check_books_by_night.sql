-- Made from supabase/schemas by `npm run db:migration check_books_by_night`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE TABLE "public"."repasos" (
  "nombre"       text                     NOT NULL,
  "noche"        date                     NOT NULL,
  "cuenta"       bigint                   NOT NULL,
  "terminado_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "repasos_cuenta_check" CHECK ((cuenta >= 0)),
  CONSTRAINT "repasos_pkey" PRIMARY KEY (nombre)
);

ALTER TABLE "public"."repasos"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."repasos" FROM "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.anotar_repaso (
  p_nombre  text,
  p_hallado jsonb
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_hallado jsonb := public.leer_json(p_hallado);
  v_cuenta bigint := (v_hallado ->> 'cuenta')::bigint;
begin
  insert into public.repasos (nombre, noche, cuenta) values (p_nombre, public.dia_de(now() - interval '3 hours'), v_cuenta)
  on conflict (nombre) do update set noche = excluded.noche, cuenta = excluded.cuenta, terminado_at = excluded.terminado_at;
  if v_cuenta = 0 then
    update public.casos_admin set resuelto = true
    where tipo = 'libros_rotos' and not resuelto and datos ->> 'comprobacion' = p_nombre;
  else
    perform public.abrir_caso('libros_rotos', 'libros_rotos:' || p_nombre || ':' || (
        select count(*) from public.casos_admin
        where tipo = 'libros_rotos' and resuelto and datos ->> 'comprobacion' = p_nombre),
      null, jsonb_build_object('comprobacion', p_nombre, 'cuenta', v_cuenta, 'ejemplos', (
        select string_agg(x ->> 'id', ', ') from jsonb_array_elements(v_hallado -> 'ejemplos') x)));
  end if;
  return v_cuenta;
end
$function$;

REVOKE ALL ON FUNCTION "public"."anotar_repaso"(text, jsonb) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.libros_por_repasar()
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(array_agg(c.nombre order by c.nombre), '{}') from public.comprobaciones c
  where not exists (select from public.repasos r
    where r.nombre = c.nombre and r.noche >= public.dia_de(now() - interval '3 hours'));
$function$;

REVOKE ALL ON FUNCTION "public"."libros_por_repasar"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.repasar_libro (
  p_nombre text
)
  RETURNS bigint
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  SET statement_timeout TO '25s'
  AS $function$
  select public.anotar_repaso(c.nombre, public.comprobar(c.consulta)) from public.comprobaciones c where c.nombre = p_nombre;
$function$;

REVOKE ALL ON FUNCTION "public"."repasar_libro"(text) FROM PUBLIC, "anon", "authenticated";

COMMENT ON TABLE "public"."repasos" IS 'the checks of the books that the maintenance job has made';

GRANT EXECUTE ON FUNCTION "public"."anotar_repaso"(text, jsonb) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."libros_por_repasar"() TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."repasar_libro"(text) TO "service_role";

insert into public.comprobaciones (frase, nombre, consulta, frase_es)
values ('A cancellation of a membership that was carried out says when.', 'club_cancelaciones_cerradas', '
  select c.id, c.estado from public.cancelaciones_club c where (c.estado = ''pendiente'') <> (c.cerrada_at is null)', 'Una cancelación hecha de una membresía dice cuándo.');

insert into public.comprobaciones (frase, nombre, consulta, frase_es)
values ('Every account has its two rows, and no row is without its account.', 'cuentas_enteras', '
  select coalesce(a.id, u.id, p.id) as id, a.id is null as sin_cuenta, u.id is null as sin_meta, p.id is null as sin_perfil
  from auth.users a full join public.usuarios_meta u on u.id = a.id full join public.profiles p on p.id = coalesce(u.id, a.id)
  where a.id is null or u.id is null or p.id is null', 'Cada cuenta tiene sus dos filas, y ninguna fila está sin cuenta.');

insert into public.comprobaciones (frase, nombre, consulta, frase_es)
values ('The history of prices ends with the price of today.', 'precios_en_su_historia', '
  select p.id, p.precio, p.oferta, h.precio as anotado, h.oferta as oferta_anotada from public.productos p
  cross join lateral (select x.precio, x.oferta from public.historial_precios x
    where x.producto_id = p.id and x.edicion_id is null order by x.desde desc, x.id desc limit 1) h
  where h.precio <> p.precio or h.oferta is distinct from p.oferta', 'La historia de precios acaba en el precio de hoy.');

insert into public.comprobaciones (frase, nombre, consulta, frase_es)
values ('A report that is settled says when and what was done.', 'reportes_con_final', '
  select r.id, r.estado from public.reportes r
  where (r.estado = ''abierto'') <> (r.resuelto_at is null) or (r.estado <> ''abierto'' and coalesce(btrim(r.nota), '''') = '''')', 'Un reporte cerrado dice cuándo y qué se hizo.');

insert into public.comprobaciones (frase, nombre, consulta, frase_es)
values ('An answer to a dispute that was sent says when, and keeps what it was sent with.', 'respuestas_enviadas', '
  select d.disputa_id as id, d.estado from public.respuestas_disputa d
  where (d.estado = ''enviada'' and d.enviada_at is null) or (d.estado <> ''borrador'' and d.pruebas is null)', 'Una respuesta enviada a una disputa dice cuándo, y guarda con qué se envió.');

insert into public.comprobaciones (frase, nombre, consulta, frase_es)
values ('A revision that is decided says when, no other does, and only what was approved has a version.', 'revisiones_con_final', '
  select r.id, r.estado, r.decidida_at from public.revisiones_producto r
  where (r.estado in (''aprobada'', ''rechazada'')) <> (r.decidida_at is not null)
    or (r.estado <> ''aprobada'' and exists (select from public.versiones_producto v where v.revision_id = r.id))', 'Una revisión decidida dice cuándo, ninguna otra lo hace, y solo lo aprobado tiene versión.');
