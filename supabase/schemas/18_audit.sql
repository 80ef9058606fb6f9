-- What the staff did. The log of their acts is only ever added to.

create table public.auditoria (
  id bigint generated always as identity primary key,
  actor_id uuid references public.usuarios_meta (id) on delete restrict,
  accion text not null,
  objeto_tipo text not null,
  objeto_id text not null,
  antes jsonb,
  despues jsonb,
  motivo text,
  created_at timestamptz not null default now()
);
create index auditoria_objeto_idx on public.auditoria (objeto_tipo, objeto_id, created_at desc);
create index auditoria_actor_id_idx on public.auditoria (actor_id, created_at desc);
create index auditoria_created_at_idx on public.auditoria (created_at desc, id);

alter table public.auditoria enable row level security;
grant select on public.auditoria to authenticated, service_role;
create policy auditoria_select on public.auditoria for select to authenticated using ((select public.es_admin()));
create policy auditoria_segundo_paso on public.auditoria as restrictive for select to authenticated
  using ((select public.sesion_completa()));

create trigger solo_anadir before update or delete or truncate on public.auditoria
  for each statement execute function public.prohibir_cambio();

-- Writes an act of the signed-in person into the log.
create function public.anotar(
  p_accion text, p_tipo text, p_id text, p_antes jsonb, p_despues jsonb, p_motivo text default null
) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.auditoria (actor_id, accion, objeto_tipo, objeto_id, antes, despues, motivo)
  values (auth.uid(), p_accion, p_tipo, p_id, p_antes, p_despues, p_motivo);
$$;

-- What admins did to one thing, the last first.
create function public.admin_actos(p_tipo text, p_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'actos', coalesce((
    select jsonb_agg(jsonb_build_object('id', x.id, 'accion', x.accion, 'antes', x.antes, 'despues', x.despues,
      'motivo', x.motivo, 'created_at', x.created_at,
      'actor', (select a.display_name from public.usuarios_meta a where a.id = x.actor_id)) order by x.id desc)
    from (select * from public.auditoria where objeto_tipo = p_tipo and objeto_id = p_id
      order by created_at desc, id desc limit 50) x), '[]'));
end
$$;
grant execute on function public.admin_actos(text, text) to authenticated;
