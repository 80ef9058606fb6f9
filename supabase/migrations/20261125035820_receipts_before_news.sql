-- Made from supabase/schemas by `npm run db:migration receipts_before_news`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

-- Where the outbox is long: `create index concurrently`, with the same words, before this runs.
CREATE INDEX IF NOT EXISTS correos_por_enviar_idx ON public.correos
  USING btree (((plantilla = ANY (ARRAY['producto_nuevo'::text, 'version_nueva'::text, 'reserva'::text, 'favorito'::text, 'anuncio'::text, 'resumen_creador'::text]))), id)
  WHERE (estado = 'pendiente'::text);

CREATE OR REPLACE FUNCTION public.tomar_correos (
  p_limite integer DEFAULT 20
)
  RETURNS TABLE (
    id           bigint,
    clave        text,
    plantilla    text,
    datos        jsonb,
    idioma       text,
    destinatario text,
    nombre       text
  )
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with libres as materialized (
    select p.id,
      p.plantilla in ('producto_nuevo', 'version_nueva', 'reserva', 'favorito', 'anuncio', 'resumen_creador') as a_muchos
    from public.correos p
    where p.estado = 'pendiente' and (p.tomado_hasta is null or p.tomado_hasta < now())
    order by a_muchos, p.id limit least(greatest(p_limite, 1), 100) for update skip locked
  ), tomados as (
    update public.correos c set tomado_hasta = now() + interval '2 minutes', intentos = c.intentos + 1
    from libres where c.id = libres.id
    returning c.*, libres.a_muchos
  )
  select t.id, t.clave, t.plantilla, t.datos, u.idioma, a.email::text, u.display_name
  from tomados t join public.usuarios_meta u on u.id = t.user_id join auth.users a on a.id = t.user_id
  order by t.a_muchos, t.id;
$function$;

DROP INDEX "public"."correos_pendientes_idx";
