-- Reports and appeals, and the moderators' view of them. An appeal concerns the account that makes it; the closing note
-- is the answer.

create table public.reportes (
  id uuid primary key default gen_random_uuid(),
  objeto_tipo text not null check (objeto_tipo in ('producto', 'resena', 'usuario', 'apelacion')),
  objeto_id uuid not null,
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  motivo text not null check (motivo in ('spam', 'ofensivo', 'ilegal', 'derechos', 'fraude', 'otro')),
  texto text not null default '' check (char_length(texto) <= 2000),
  estado text not null default 'abierto' check (estado in ('abierto', 'resuelto', 'descartado')),
  nota text check (char_length(nota) <= 500),
  resuelto_por uuid references public.usuarios_meta (id) on delete set null,
  resuelto_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index reportes_uno_abierto_key on public.reportes (objeto_tipo, objeto_id, user_id) where estado = 'abierto';
create index reportes_abiertos_idx on public.reportes (created_at, id) where estado = 'abierto';
create index reportes_user_id_idx on public.reportes (user_id);
create index reportes_resuelto_por_idx on public.reportes (resuelto_por);
create index reportes_cerrados_idx on public.reportes (resuelto_at desc, id) where estado <> 'abierto';
create index reportes_created_at_idx on public.reportes (created_at desc, id desc);

alter table public.reportes enable row level security;
-- Notes and names of moderators are visible to staff only, through `listar_reportes`.
grant select (id, objeto_tipo, objeto_id, user_id, motivo, texto, estado, resuelto_at, created_at)
  on public.reportes to authenticated;
grant select on public.reportes to service_role;
create policy reportes_select on public.reportes for select to authenticated
  using (user_id = (select auth.uid()) or (select privado.es_moderador()));
create policy reportes_segundo_paso on public.reportes as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- Reports a product, a review or a person. One open report per object and person.
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

-- Whether an account is banned or disabled.
create function privado.esta_sancionada(p_cuenta public.usuarios_meta) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(p_cuenta.banned_until > now(), false) or p_cuenta.reputacion = 'deshabilitado';
$$;

-- Asks the moderators to look again at a ban or a disabled account, one time at once. Whoever is banned never comes to
-- the second step of the sign-in, so that it is not asked for.
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

-- Closes a report with a note on what was done. Nobody but an admin closes one about their own. An appeal is granted once
-- the sanction is lifted, and its note goes to whoever made it.
create function public.resolver_reporte(p_reporte uuid, p_estado text, p_nota text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_reporte public.reportes;
begin
  if not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  if p_estado is null or p_estado not in ('resuelto', 'descartado') then return privado.rechazo('estado_no_valido'); end if;
  if p_nota is null or char_length(btrim(p_nota)) not between 3 and 500 then return privado.rechazo('nota_no_valida'); end if;
  select * into v_reporte from public.reportes where id = p_reporte and estado = 'abierto' for no key update;
  if v_reporte.id is null then return privado.rechazo('no_existe'); end if;
  if privado.es_asunto_suyo(v_reporte.objeto_tipo, v_reporte.objeto_id) and not privado.es_admin() then
    return privado.rechazo('es_suya');
  end if;
  if v_reporte.objeto_tipo = 'apelacion' then
    if p_estado = 'resuelto' and exists (
      select from public.usuarios_meta u where u.id = v_reporte.objeto_id and privado.esta_sancionada(u)) then
      return privado.rechazo('sancion_vigente');
    end if;
    insert into public.correos (clave, user_id, plantilla, datos)
    values ('apelacion:' || p_reporte, v_reporte.user_id, 'apelacion',
      jsonb_build_object('concedida', p_estado = 'resuelto', 'respuesta', btrim(p_nota)));
  end if;
  update public.reportes set estado = p_estado, nota = btrim(p_nota), resuelto_por = auth.uid(), resuelto_at = now()
  where id = p_reporte;
  perform privado.anotar('resolver_reporte', 'reporte', p_reporte::text, jsonb_build_object('estado', 'abierto'),
    jsonb_build_object('estado', p_estado), btrim(p_nota));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.resolver_reporte(uuid, text, text) to authenticated;

-- The reported object for moderators; null if it is gone.
create function privado.objeto_reportado(p_tipo text, p_objeto uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case p_tipo
    when 'producto' then (
      select jsonb_build_object('slug', p.slug, 'nombre', p.nombre, 'autor', u.display_name, 'status', p.status)
      from public.productos p join public.usuarios_meta u on u.id = p.usuario_id where p.id = p_objeto)
    when 'resena' then (
      select jsonb_build_object('slug', p.slug, 'nombre', p.nombre, 'autor', u.display_name, 'estrellas', r.estrellas,
        'texto', r.texto, 'oculta', r.oculta, 'oculta_motivo', r.oculta_motivo)
      from public.resenas r join public.productos p on p.id = r.producto_id
        join public.usuarios_meta u on u.id = r.user_id where r.id = p_objeto)
    when 'usuario' then (
      select jsonb_build_object('nombre', u.display_name, 'autor', u.display_name)
      from public.usuarios_meta u where u.id = p_objeto)
    when 'apelacion' then (
      select jsonb_build_object('nombre', u.display_name, 'autor', u.display_name, 'hasta', u.banned_until,
        'motivo', coalesce(u.ban_motivo, (select h.motivo from public.historial_reputacion h
          where h.user_id = u.id order by h.created_at desc limit 1)))
      from public.usuarios_meta u where u.id = p_objeto)
  end;
$$;

-- Fifty reports: open ones, oldest first, or closed ones, newest first.
create function public.listar_reportes(p_abiertos boolean, p_pagina integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_salto integer := 50 * least(greatest(coalesce(p_pagina, 0), 0), 1000);
begin
  if not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true,
    'abiertos', (select count(*) from public.reportes where estado = 'abierto'),
    'reportes', coalesce((
      select jsonb_agg(jsonb_build_object('id', x.id, 'objeto_tipo', x.objeto_tipo, 'objeto_id', x.objeto_id,
        'motivo', x.motivo, 'texto', x.texto, 'estado', x.estado, 'nota', x.nota, 'created_at', x.created_at,
        'de', (select display_name from public.usuarios_meta u where u.id = x.user_id),
        'resuelto_por', (select display_name from public.usuarios_meta u where u.id = x.resuelto_por),
        'objeto', privado.objeto_reportado(x.objeto_tipo, x.objeto_id)) order by x.orden)
      from (
        (select r.*, row_number() over (order by r.created_at, r.id) as orden from public.reportes r
          where p_abiertos and r.estado = 'abierto' order by r.created_at, r.id limit 51 offset v_salto)
        union all
        (select r.*, row_number() over (order by r.resuelto_at desc, r.id) as orden from public.reportes r
          where not p_abiertos and r.estado <> 'abierto' order by r.resuelto_at desc, r.id limit 51 offset v_salto)
      ) x), '[]'));
end
$$;
grant execute on function public.listar_reportes(boolean, integer) to authenticated;
