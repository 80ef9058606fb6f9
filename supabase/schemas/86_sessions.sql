-- The sessions of an account. Auth stores them; this table stores the facts that the shop recorded when each began.
-- Auth itself sees only the shop's server.

create table public.sesiones_abiertas (
  session_id uuid primary key,
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  navegador text not null default '' check (char_length(navegador) <= 80),
  -- Shortened by the shop: never the whole address.
  direccion text not null default '' check (char_length(direccion) <= 40),
  pais text not null default '' check (pais ~ '^([A-Z]{2})?$'),
  created_at timestamptz not null default now()
);
comment on column public.sesiones_abiertas.pais is 'where the address is registered (ISO 3166-1); empty if unknown';
create index sesiones_abiertas_user_id_idx on public.sesiones_abiertas (user_id);

alter table public.sesiones_abiertas enable row level security;

-- Records the browser, the shortened address and the country of this session, and deletes ended sessions of the caller.
create function public.anotar_sesion(p_navegador text, p_direccion text, p_pais text default '') returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_yo constant uuid := auth.uid();
begin
  if v_yo is null or privado.sesion_actual() is null or not privado.sesion_vigente() then return; end if;
  delete from public.sesiones_abiertas a
  where a.user_id = v_yo and not exists (select from auth.sessions s where s.id = a.session_id);
  insert into public.sesiones_abiertas as a (session_id, user_id, navegador, direccion, pais)
  select s.id, v_yo, left(btrim(coalesce(p_navegador, '')), 80), left(btrim(coalesce(p_direccion, '')), 40),
    coalesce(substring(p_pais from '^[A-Z]{2}$'), '')
  from auth.sessions s where s.id = privado.sesion_actual() and s.user_id = v_yo
  on conflict (session_id) do update set navegador = excluded.navegador, direccion = excluded.direccion,
    pais = excluded.pais
  where a.user_id = v_yo;
end
$$;
grant execute on function public.anotar_sesion(text, text, text) to authenticated;

-- The sessions of the caller, this one first.
create function public.mis_sesiones() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'created_at', s.created_at, 'vista_at', s.updated_at,
    'navegador', coalesce(a.navegador, ''), 'direccion', coalesce(a.direccion, ''),
    'pais', coalesce(a.pais, ''), 'actual', s.id = privado.sesion_actual())
    order by (s.id = privado.sesion_actual()) desc, coalesce(s.updated_at, s.created_at) desc), '[]')
  from auth.sessions s left join public.sesiones_abiertas a on a.session_id = s.id
  where s.user_id = privado.persona_completa();
$$;
grant execute on function public.mis_sesiones() to authenticated;

-- Ends another session of the caller; its tokens become invalid (`sesion_vigente`).
create function public.terminar_sesion(p_sesion uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if p_sesion = privado.sesion_actual() then return privado.rechazo('es_esta'); end if;
  delete from auth.sessions where id = p_sesion and user_id = auth.uid();
  if not found then return privado.rechazo('no_existe'); end if;
  delete from public.sesiones_abiertas where session_id = p_sesion;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.terminar_sesion(uuid) to authenticated;
