-- A case that a person must look at is announced to every admin, once.

alter table public.casos_admin
  add column resuelto_at timestamptz,
  add column resuelto_por uuid references public.usuarios_meta (id) on delete set null,
  add column nota text check (char_length(nota) <= 500);
create index casos_admin_resuelto_por_idx on public.casos_admin (resuelto_por);

create or replace function public.abrir_caso(p_tipo text, p_clave text, p_pago uuid, p_datos jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  with caso as (
    insert into public.casos_admin (tipo, clave, pago_id, datos) values (p_tipo, p_clave, p_pago, p_datos)
    on conflict (clave) do nothing returning id, tipo, pago_id
  )
  insert into public.correos (clave, user_id, plantilla, datos)
  select 'caso:' || caso.id || ':' || u.id, u.id, 'caso',
    jsonb_build_object('caso_id', caso.id, 'tipo', caso.tipo, 'pago_id', caso.pago_id)
  from caso cross join public.usuarios_meta u
  where u.role = 'admin' and (u.banned_until is null or u.banned_until <= now());
$$;

create function public.resolver_caso(p_caso bigint, p_nota text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if p_nota is null or char_length(btrim(p_nota)) not between 3 and 500 then return public.rechazo('nota_no_valida'); end if;
  update public.casos_admin set resuelto = true, resuelto_at = now(), resuelto_por = auth.uid(), nota = btrim(p_nota)
  where id = p_caso and not resuelto;
  if not found then return public.rechazo('caso_no_existe'); end if;
  return jsonb_build_object('ok', true);
end
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.resolver_caso(bigint, text) to authenticated;
