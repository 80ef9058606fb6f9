-- Made from supabase/schemas by `npm run db:migration browsers_remembered_ten_times_a_day`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.recordar_dispositivo (
  p_secreto text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if auth.uid() is null or not public.puede_actuar() or char_length(p_secreto) not between 40 and 100 then return; end if;
  if not public.contar_intento('recordar', auth.uid()::text, 10, '24 hours') then
    update public.dispositivos set visto_at = now() where user_id = auth.uid() and huella = public.huella(p_secreto);
    return;
  end if;
  perform public.devolver_intento('dispositivo', auth.uid() || ' ' || public.huella(p_secreto));
  insert into public.dispositivos (user_id, huella) values (auth.uid(), public.huella(p_secreto))
  on conflict (user_id, huella) do update set visto_at = now();
  delete from public.dispositivos where user_id = auth.uid() and huella in (
    select huella from public.dispositivos where user_id = auth.uid() order by visto_at desc offset 10);
end
$function$;
