-- Made from supabase/schemas by `npm run db:migration turns`.

SET local check_function_bodies = off;

CREATE TABLE "public"."turnos" (
  "trabajo" text                     NOT NULL,
  "quien"   uuid                     NOT NULL,
  "hasta"   timestamp with time zone NOT NULL,
  CONSTRAINT "turnos_pkey" PRIMARY KEY (trabajo)
);

ALTER TABLE "public"."turnos"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."turnos" FROM "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.dejar_turno (
  p_trabajo text,
  p_quien   uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  delete from public.turnos where trabajo = p_trabajo and quien = p_quien;
$function$;

REVOKE ALL ON FUNCTION "public"."dejar_turno"(text, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.tomar_turno (
  p_trabajo  text,
  p_quien    uuid,
  p_segundos integer
)
  RETURNS boolean
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with tomado as (
    insert into public.turnos as t (trabajo, quien, hasta)
    values (p_trabajo, p_quien, clock_timestamp() + make_interval(secs => p_segundos))
    on conflict (trabajo) do update set quien = excluded.quien, hasta = excluded.hasta
      where t.quien = excluded.quien or t.hasta <= clock_timestamp()
    returning 1)
  select exists (select from tomado);
$function$;

REVOKE ALL ON FUNCTION "public"."tomar_turno"(text, uuid, integer) FROM PUBLIC, "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."dejar_turno"(text, uuid) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."tomar_turno"(text, uuid, integer) TO "service_role";
