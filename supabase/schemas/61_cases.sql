-- Cases for admins, who are notified once.

create table public.casos_admin (
  id bigint generated always as identity primary key,
  tipo text not null,
  clave text not null unique,
  pago_id uuid references public.pagos (id) on delete restrict,
  datos jsonb not null default '{}',
  resuelto boolean not null default false,
  created_at timestamptz not null default now(),
  resuelto_at timestamptz,
  resuelto_por uuid references public.usuarios_meta (id) on delete set null,
  nota text check (char_length(nota) <= 500)
);
create index casos_admin_pago_id_idx on public.casos_admin (pago_id);
create index casos_admin_abiertos_idx on public.casos_admin (created_at desc) where not resuelto;
create index casos_admin_resuelto_por_idx on public.casos_admin (resuelto_por);

alter table public.casos_admin enable row level security;
grant select on public.casos_admin to authenticated, service_role;
create policy casos_admin_select on public.casos_admin for select to authenticated using ((select privado.es_admin()));
create policy casos_admin_segundo_paso on public.casos_admin as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- Opens a case, once per `p_clave`, and notifies every admin in the shop and by mail.
create function public.abrir_caso(p_tipo text, p_clave text, p_pago uuid, p_datos jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  with caso as (
    insert into public.casos_admin (tipo, clave, pago_id, datos)
    values (p_tipo, p_clave, p_pago, privado.leer_json(p_datos))
    on conflict (clave) do nothing returning id, tipo, pago_id, datos
  ), avisados as (
    insert into public.notificaciones (user_id, tipo, clave, datos)
    select u.id, 'caso', 'caso:' || caso.id, jsonb_strip_nulls(jsonb_build_object('caso_id', caso.id, 'tipo', caso.tipo,
      'centimos', caso.datos -> 'centimos', 'responder_antes_de', caso.datos -> 'responder_antes_de'))
    from caso cross join public.usuarios_meta u
    where u.role = 'admin' and (u.banned_until is null or u.banned_until <= now())
    on conflict (user_id, clave) do nothing
  )
  insert into public.correos (clave, user_id, plantilla, datos)
  select 'caso:' || caso.id || ':' || u.id, u.id, 'caso',
    jsonb_build_object('caso_id', caso.id, 'tipo', caso.tipo, 'pago_id', caso.pago_id, 'centimos', caso.datos -> 'centimos',
      'responder_antes_de', caso.datos -> 'responder_antes_de')
  from caso cross join public.usuarios_meta u
  where u.role = 'admin' and (u.banned_until is null or u.banned_until <= now());
$$;
grant execute on function public.abrir_caso(text, text, uuid, jsonb) to service_role;

-- Closes a case with a note.
create function public.resolver_caso(p_caso bigint, p_nota text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if not privado.es_motivo(p_nota) then return privado.rechazo('nota_no_valida'); end if;
  update public.casos_admin set resuelto = true, resuelto_at = now(), resuelto_por = auth.uid(), nota = btrim(p_nota)
  where id = p_caso and not resuelto;
  if not found then return privado.rechazo('caso_no_existe'); end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.resolver_caso(bigint, text) to authenticated;

-- Logs closed cases.
create function privado.anotar_caso() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform privado.anotar('resolver_caso', case when new.pago_id is null then 'caso' else 'pago' end,
    coalesce(new.pago_id::text, new.id::text), jsonb_build_object('tipo', new.tipo, 'resuelto', false),
    jsonb_build_object('tipo', new.tipo, 'resuelto', true), new.nota);
  return null;
end
$$;
create trigger anotar_caso after update of resuelto on public.casos_admin
  for each row when (new.resuelto and not old.resuelto) execute function privado.anotar_caso();
