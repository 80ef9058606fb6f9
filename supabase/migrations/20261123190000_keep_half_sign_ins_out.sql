-- What a visitor may not see, half a sign-in may not see either: the tables that came after the second factor.
do $$
declare
  v_tabla name;
begin
  for v_tabla in
    select tablename from pg_policies where schemaname = 'public' and cmd = 'SELECT'
    group by tablename
    having not bool_or('anon' = any (roles)) and not bool_or(policyname = tablename || '_segundo_paso') order by 1
  loop
    execute format('create policy %I on public.%I as restrictive for select to authenticated
      using ((select public.sesion_completa()))', v_tabla || '_segundo_paso', v_tabla);
  end loop;
end
$$;

-- Who asks, once the sign-in is whole; nobody before that.
create function public.persona_completa() returns uuid
language sql stable security definer set search_path = '' as $$
  select auth.uid() where public.sesion_completa();
$$;

-- What answers a person about themselves, or about others, answers nobody but a whole sign-in.
do $$
declare
  v_funcion regprocedure;
begin
  foreach v_funcion in array array[
    'public.buscar_destinatarios(text)', 'public.contenido_producto(text)', 'public.estado_descarga(uuid)',
    'public.fin_de_club()', 'public.mi_biblioteca()', 'public.mi_extracto(timestamptz, timestamptz)',
    'public.mi_panel(integer)', 'public.mi_reputacion()', 'public.mi_saldo()', 'public.mis_datos()',
    'public.mis_movimientos(timestamptz, timestamptz, integer)']::regprocedure[]
  loop
    execute replace(pg_get_functiondef(v_funcion), 'auth.uid()', 'public.persona_completa()');
  end loop;
end
$$;
revoke execute on all functions in schema public from public;
