-- Reports and appeals. An appeal concerns the account that makes it, or a measure (87_measures.sql); the closing note is
-- the answer.

create table public.reportes (
  id uuid primary key default gen_random_uuid(),
  objeto_tipo text not null check (objeto_tipo in ('producto', 'resena', 'publicacion', 'pregunta', 'respuesta', 'usuario', 'apelacion', 'medida')),
  objeto_id uuid not null,
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  motivo text not null check (motivo in ('spam', 'ofensivo', 'ilegal', 'derechos', 'fraude', 'otro')),
  texto text not null default '' check (char_length(texto) <= 2000),
  estado text not null default 'abierto' check (estado in ('abierto', 'resuelto', 'descartado')),
  nota text check (char_length(nota) <= 500),
  resuelto_por uuid references public.usuarios_meta (id) on delete set null,
  resuelto_at timestamptz,
  created_at timestamptz not null default now(),
  asignado_a uuid references public.usuarios_meta (id) on delete set null,
  -- The person whose content is reported, once a moderator has asked them something; and whether the answer is missing.
  preguntado_a uuid references public.usuarios_meta (id) on delete set null,
  espera_respuesta boolean not null default false
);
create unique index reportes_uno_abierto_key on public.reportes (objeto_tipo, objeto_id, user_id) where estado = 'abierto';
create index reportes_abiertos_idx on public.reportes (created_at, id) where estado = 'abierto';
create index reportes_user_id_idx on public.reportes (user_id);
create index reportes_resuelto_por_idx on public.reportes (resuelto_por);
create index reportes_cerrados_idx on public.reportes (resuelto_at desc, id) where estado <> 'abierto';
create index reportes_asignado_a_idx on public.reportes (asignado_a);
create index reportes_preguntado_a_idx on public.reportes (preguntado_a, created_at desc);
create index reportes_created_at_idx on public.reportes (created_at desc, id desc);

alter table public.reportes enable row level security;
-- Notes and names of moderators are visible to staff only, who read reports through `listar_reportes`.
grant select (id, objeto_tipo, objeto_id, user_id, motivo, texto, estado, resuelto_at, created_at)
  on public.reportes to authenticated;
grant select on public.reportes to service_role;
create policy reportes_select on public.reportes for select to authenticated
  using (user_id = (select auth.uid()));
-- Banned people, who never reach the second step, read their open appeal.
create policy reportes_segundo_paso on public.reportes as restrictive for select to authenticated
  using ((select privado.sesion_completa())
    or (objeto_tipo = 'apelacion' and user_id = (select auth.uid()) and estado = 'abierto'));

-- Reports a product, a review, a post, question or answer that the caller can read, or a person. One open report per object and person.
create function public.reportar(p_tipo text, p_objeto uuid, p_motivo text, p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if p_motivo is null or p_motivo not in ('spam', 'ofensivo', 'ilegal', 'derechos', 'fraude', 'otro')
    or char_length(coalesce(p_texto, '')) > 2000 then
    return privado.rechazo('datos_no_validos');
  end if;
  if not (p_tipo = 'producto' and exists (select from public.productos where id = p_objeto)
    or p_tipo = 'resena' and exists (select from public.resenas where id = p_objeto)
    or p_tipo = 'publicacion' and exists (select from public.publicaciones p where p.id = p_objeto
      and p.publicada_at is not null and not p.oculta and p.autor_id <> auth.uid() and privado.es_para(p, auth.uid()))
    or p_tipo = 'pregunta' and exists (select from public.preguntas p where p.id = p_objeto and not p.oculta
      and p.user_id <> auth.uid() and (p.publica or privado.es_su_producto(p.producto_id)))
    or p_tipo = 'respuesta' and exists (select from public.preguntas p where p.id = p_objeto and p.publica
      and p.respuesta_de is distinct from auth.uid())
    or p_tipo = 'usuario' and exists (select from public.usuarios_meta where id = p_objeto and id <> auth.uid())) then
    return privado.rechazo('no_existe');
  end if;
  if not privado.contar_intento('reporte', auth.uid()::text, 20, '1 hour') then
    return privado.rechazo('demasiados_intentos');
  end if;
  insert into public.reportes (objeto_tipo, objeto_id, user_id, motivo, texto)
  values (p_tipo, p_objeto, auth.uid(), p_motivo, btrim(coalesce(p_texto, '')))
  on conflict (objeto_tipo, objeto_id, user_id) where estado = 'abierto' do nothing;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.reportar(text, uuid, text, text) to authenticated;

-- True if an account is banned or disabled.
create function privado.esta_sancionada(p_cuenta public.usuarios_meta) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(p_cuenta.banned_until > now(), false) or p_cuenta.reputacion = 'deshabilitado';
$$;

-- Appeals against a ban or a disabled account; one open appeal at a time. Banned people never reach the second step of
-- the sign-in, so it is not required.
create function public.apelar(p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuenta public.usuarios_meta;
begin
  select * into v_cuenta from public.usuarios_meta where id = auth.uid() and borrada_at is null for no key update;
  if v_cuenta.id is null or not privado.sesion_vigente() then return privado.rechazo('sin_sesion'); end if;
  if not privado.esta_sancionada(v_cuenta) then return privado.rechazo('sin_sancion'); end if;
  if p_texto is null or char_length(btrim(p_texto)) not between 10 and 2000 then
    return privado.rechazo('texto_no_valido');
  end if;
  if not privado.contar_intento('apelacion', v_cuenta.id::text, 3, '1 day') then
    return privado.rechazo('demasiados_intentos');
  end if;
  insert into public.reportes (objeto_tipo, objeto_id, user_id, motivo, texto)
  values ('apelacion', v_cuenta.id, v_cuenta.id, 'otro', btrim(p_texto))
  on conflict (objeto_tipo, objeto_id, user_id) where estado = 'abierto' do nothing;
  if not found then return privado.rechazo('ya_apelada'); end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.apelar(text) to authenticated;
