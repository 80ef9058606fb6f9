-- Decisions about reports: measures, questions, assignments and appeals, and the parts that each person may see.

-- Measures: content that was taken down or removed, with the reason. Its owner may appeal once.
create table public.medidas (
  id uuid primary key default gen_random_uuid(),
  tipo text not null check (tipo in ('producto', 'resena', 'publicacion', 'pregunta', 'respuesta', 'retrato', 'cabecera', 'texto', 'enlaces')),
  -- The product or review; for parts of a profile, the person.
  objeto_id uuid not null,
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  motivo text check (char_length(motivo) between 3 and 500),
  -- The removed text or links (one a line) of a profile, which a granted appeal restores.
  antes text,
  tomada_por uuid references public.usuarios_meta (id) on delete set null,
  levantada_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index medidas_vigente_key on public.medidas (tipo, objeto_id)
  where levantada_at is null and tipo in ('producto', 'resena', 'publicacion', 'pregunta', 'respuesta');
create index medidas_user_id_idx on public.medidas (user_id, created_at desc);
create index medidas_tomada_por_idx on public.medidas (tomada_por);
alter table public.medidas enable row level security;

create table public.mensajes_reporte (
  id bigint generated always as identity primary key,
  reporte_id uuid not null references public.reportes (id) on delete cascade,
  autor_id uuid references public.usuarios_meta (id) on delete set null,
  de text not null check (de in ('equipo', 'creador')),
  texto text not null check (char_length(texto) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index mensajes_reporte_reporte_id_idx on public.mensajes_reporte (reporte_id, id);
create index mensajes_reporte_autor_id_idx on public.mensajes_reporte (autor_id);
alter table public.mensajes_reporte enable row level security;

-- The owner of the content or account; null if it is deleted.
create function privado.afectado_de(p_tipo text, p_objeto uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select case p_tipo
    when 'producto' then (select usuario_id from public.productos where id = p_objeto)
    when 'resena' then (select user_id from public.resenas where id = p_objeto)
    when 'publicacion' then (select autor_id from public.publicaciones where id = p_objeto)
    when 'pregunta' then (select user_id from public.preguntas where id = p_objeto)
    when 'respuesta' then (select respuesta_de from public.preguntas where id = p_objeto)
    when 'medida' then (select user_id from public.medidas where id = p_objeto)
    else (select id from public.usuarios_meta where id = p_objeto and borrada_at is null)
  end;
$$;

-- The name of a moderated object: of its product, or of the person.
create function privado.nombre_moderado(p_tipo text, p_objeto uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(case
    when p_tipo = 'producto' then (
      select jsonb_build_object('nombre', p.nombre, 'nombre_en', p.nombre_en, 'slug', p.slug)
      from public.productos p where p.id = p_objeto)
    when p_tipo = 'resena' then (
      select jsonb_build_object('nombre', p.nombre, 'nombre_en', p.nombre_en, 'slug', p.slug)
      from public.resenas r join public.productos p on p.id = r.producto_id where r.id = p_objeto)
    when p_tipo = 'publicacion' then (
      select jsonb_build_object('nombre', p.titulo) from public.publicaciones p where p.id = p_objeto)
    when p_tipo in ('pregunta', 'respuesta') then (
      select jsonb_build_object('nombre', p.nombre, 'nombre_en', p.nombre_en, 'slug', p.slug)
      from public.preguntas q join public.productos p on p.id = q.producto_id where q.id = p_objeto)
    when p_tipo = 'medida' then (
      select privado.nombre_moderado(m.tipo, m.objeto_id) from public.medidas m where m.id = p_objeto)
    else (select jsonb_build_object('nombre', u.display_name) from public.usuarios_meta u where u.id = p_objeto)
  end, '{}');
$$;

-- The success of an act, with the moderated object, whose pages are stale.
create function privado.moderado(p_tipo text, p_objeto uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_medida public.medidas;
begin
  if p_tipo = 'medida' then
    select * into v_medida from public.medidas where id = p_objeto;
    return privado.moderado(v_medida.tipo, v_medida.objeto_id);
  end if;
  return jsonb_build_object('ok', true, 'objeto_id', p_objeto,
    'tipo', case when p_tipo in ('producto', 'resena', 'publicacion', 'pregunta', 'respuesta') then p_tipo else 'usuario' end,
    'slug', privado.nombre_moderado(p_tipo, p_objeto) ->> 'slug',
    'autor', (select u.display_name from public.usuarios_meta u where u.id = privado.afectado_de(p_tipo, p_objeto)));
end
$$;

-- Notifies somebody in the shop and by mail. `p_que`: `medida`, `pregunta`, `concedida`, `denegada` (to the owner),
-- `repuesta` (what was taken down is shown again), `respuesta`, `asignada` (to staff), `atendida`, `descartada` (to the
-- reporter). The text is in the mail only, and nobody is named.
create function privado.avisar_de_moderacion(
  p_usuario uuid, p_clave text, p_que text, p_tipo text, p_objeto uuid, p_texto text
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_datos jsonb := jsonb_build_object('que', p_que,
    'tipo', coalesce((select m.tipo from public.medidas m where p_tipo = 'medida' and m.id = p_objeto), p_tipo))
    || privado.nombre_moderado(p_tipo, p_objeto);
begin
  insert into public.notificaciones (user_id, tipo, clave, datos)
  values (p_usuario, 'moderacion', p_clave, v_datos) on conflict (user_id, clave) do nothing;
  perform privado.escribir_con_medida(p_usuario, 'moderacion', p_clave || ':' || p_usuario,
    v_datos || jsonb_build_object('texto', p_texto));
end
$$;

-- Records a measure of the signed-in moderator and notifies its owner. The caller has changed the object.
create function privado.tomar_medida(p_tipo text, p_objeto uuid, p_usuario uuid, p_motivo text, p_antes text default null)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_medida uuid;
begin
  insert into public.medidas (tipo, objeto_id, user_id, motivo, antes, tomada_por)
  values (p_tipo, p_objeto, p_usuario, nullif(btrim(p_motivo), ''), p_antes, auth.uid())
  on conflict (tipo, objeto_id) where levantada_at is null and tipo in ('producto', 'resena', 'publicacion', 'pregunta', 'respuesta') do nothing
  returning id into v_medida;
  if v_medida is not null and p_usuario is distinct from auth.uid() then
    perform privado.avisar_de_moderacion(p_usuario, 'medida:' || v_medida, 'medida', p_tipo, p_objeto, nullif(btrim(p_motivo), ''));
  end if;
end
$$;

-- Ends the measure on a product that is on sale again, or a review that is shown again, by any means, and notifies its
-- owner. Whoever notifies in another way ends it before.
create function privado.levantar_medida() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_medida public.medidas;
begin
  update public.medidas set levantada_at = now()
  where objeto_id = new.id and tipo = tg_argv[0] and levantada_at is null
  returning * into v_medida;
  if v_medida.user_id <> auth.uid() then
    perform privado.avisar_de_moderacion(v_medida.user_id, 'repuesta:' || v_medida.id, 'repuesta', v_medida.tipo,
      v_medida.objeto_id, null);
  end if;
  return null;
end
$$;
create trigger levantar_medida after update of status on public.productos
  for each row when (old.status <> 'approved' and new.status = 'approved')
  execute function privado.levantar_medida('producto');
create trigger levantar_medida after update of oculta on public.resenas
  for each row when (old.oculta and not new.oculta) execute function privado.levantar_medida('resena');

-- Takes a product off sale and rejects its waiting change. Returns false if it is not on sale.
create function privado.retirar_producto(p_producto uuid, p_motivo text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_producto public.productos;
  v_revision uuid;
begin
  select * into v_producto from public.productos where id = p_producto for no key update;
  if v_producto.status is distinct from 'approved' then return false; end if;
  select id into v_revision from public.revisiones_producto where producto_id = p_producto and estado = 'pendiente';
  if v_revision is not null then perform privado.resolver_revision(v_revision, false, '{otro}', p_motivo); end if;
  update public.productos set status = 'rejected' where id = p_producto;
  perform privado.tomar_medida('producto', p_producto, v_producto.usuario_id, p_motivo);
  perform privado.anotar('retirar_producto', 'producto', p_producto::text, jsonb_build_object('status', 'approved'),
    jsonb_build_object('status', 'rejected'), btrim(p_motivo));
  return true;
end
$$;

-- Removes parts of a profile: `retrato`, `cabecera`, `texto`, `enlaces`. Returns false if all of them are empty. The log,
-- which is kept for ever, names the parts only.
create function privado.vaciar_perfil(p_usuario uuid, p_partes text[], p_motivo text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.usuarios_meta;
  v_despues public.usuarios_meta;
  v_vaciadas text[];
begin
  select * into v_antes from public.usuarios_meta where id = p_usuario for no key update;
  update public.usuarios_meta set
    avatar_url = case when 'retrato' = any (p_partes) then '/default-avatar.webp' else avatar_url end,
    banner_url = case when 'cabecera' = any (p_partes) then '/banner.webp' else banner_url end,
    bio = case when 'texto' = any (p_partes) then '' else bio end,
    enlaces = case when 'enlaces' = any (p_partes) then '{}' else enlaces end
  where id = p_usuario returning * into v_despues;
  v_vaciadas := array_remove(array[
    case when v_antes.avatar_url <> v_despues.avatar_url then 'retrato' end,
    case when v_antes.banner_url <> v_despues.banner_url then 'cabecera' end,
    case when v_antes.bio <> v_despues.bio then 'texto' end,
    case when v_antes.enlaces <> v_despues.enlaces then 'enlaces' end], null);
  if cardinality(v_vaciadas) = 0 then return false; end if;
  perform privado.tomar_medida(parte, p_usuario, p_usuario, p_motivo,
    case parte when 'texto' then v_antes.bio when 'enlaces' then array_to_string(v_antes.enlaces, E'\n') end)
  from unnest(v_vaciadas) parte;
  perform privado.anotar('vaciar_perfil', 'usuario', p_usuario::text, null, (
    select jsonb_object_agg(case parte when 'retrato' then 'avatar_url' when 'cabecera' then 'banner_url'
      when 'texto' then 'bio' else parte end, '') from unnest(v_vaciadas) parte), btrim(p_motivo));
  return true;
end
$$;

-- Staff that can decide: without a ban, with a second factor.
create function privado.equipo_activo() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select u.id from public.usuarios_meta u
  where u.role in ('moderador', 'admin') and u.borrada_at is null and (u.banned_until is null or u.banned_until <= now())
    and privado.tiene_segundo_factor(u.id);
$$;

-- The assignee of a report, while they can decide.
create function privado.quien_atiende(r public.reportes) returns uuid
language sql stable security definer set search_path = '' as $$
  select e from privado.equipo_activo() e where e = r.asignado_a;
$$;

-- The person whose decision an appeal is about; null for other reports.
create function privado.decidio_antes(r public.reportes) returns uuid
language sql stable security definer set search_path = '' as $$
  select case r.objeto_tipo
    when 'medida' then (select m.tomada_por from public.medidas m where m.id = r.objeto_id)
    when 'apelacion' then (
      select a.actor_id from public.auditoria a
      where a.objeto_tipo = 'usuario' and a.objeto_id = r.objeto_id::text
        and (a.accion = 'vetar' or a.accion = 'cambiar_reputacion' and a.despues ->> 'reputacion' = 'deshabilitado')
      order by a.created_at desc, a.id desc limit 1)
  end;
$$;

-- The reason why the signed-in moderator may not act on a report, or null. An appeal is decided by another person than
-- the one who decided first, if there is one.
create function privado.motivo_no_atiende(r public.reportes) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when r.id is null or r.estado <> 'abierto' then 'no_existe'
    when privado.es_asunto_suyo(r.objeto_tipo, r.objeto_id) and not privado.es_admin() then 'es_suya'
    when privado.quien_atiende(r) <> auth.uid() then 'la_tiene_otra_persona'
    when privado.decidio_antes(r) = auth.uid() and exists (
      select from privado.equipo_activo() e where e not in (auth.uid(), r.user_id)) then 'decidiste_tu'
  end;
$$;

-- The due date of the answer to an appeal.
create function privado.plazo_de_apelacion(r public.reportes) returns timestamptz
language sql immutable set search_path = '' as $$
  select case when r.objeto_tipo in ('apelacion', 'medida') then r.created_at + interval '7 days' end;
$$;

-- Closes a report and notifies its reporter. The caller has checked and locked it.
create function privado.cerrar_reporte(r public.reportes, p_estado text, p_nota text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.reportes set estado = p_estado, nota = btrim(p_nota), resuelto_por = auth.uid(), resuelto_at = now(),
    espera_respuesta = false
  where id = r.id;
  perform privado.anotar('resolver_reporte', 'reporte', r.id::text, jsonb_build_object('estado', 'abierto'),
    jsonb_build_object('estado', p_estado), btrim(p_nota));
  if r.objeto_tipo not in ('apelacion', 'medida') then
    perform privado.avisar_de_moderacion(r.user_id, 'reporte:' || r.id,
      case when p_estado = 'resuelto' then 'atendida' else 'descartada' end, r.objeto_tipo, r.objeto_id, null);
  end if;
end
$$;

-- Acts on the reported content: `retirar` a product, review, post, question or answer, parts of a profile, and for
-- admins `vetar` its owner, until the end of a day or permanently. The owner reads the reason. Closes all open reports
-- about the same object.
create function public.actuar_en_reporte(p_reporte uuid, p_medidas text[], p_hasta date, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_reporte public.reportes;
  v_otro public.reportes;
  v_afectado uuid;
  v_problema text;
  v_veto jsonb;
begin
  if not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  if not privado.es_motivo(p_motivo) then
    return privado.rechazo('motivo_no_valido');
  end if;
  select * into v_reporte from public.reportes where id = p_reporte;
  -- In one order, so that two who act on reports of the same wait for each other.
  perform 1 from public.reportes
  where objeto_tipo = v_reporte.objeto_tipo and objeto_id = v_reporte.objeto_id and estado = 'abierto'
  order by id for no key update;
  select * into v_reporte from public.reportes where id = p_reporte;
  v_problema := privado.motivo_no_atiende(v_reporte);
  if v_problema is not null then return privado.rechazo(v_problema); end if;
  if cardinality(coalesce(p_medidas, '{}')) = 0 or not p_medidas <@ (case v_reporte.objeto_tipo
      when 'producto' then array['retirar', 'vetar'] when 'resena' then array['retirar', 'vetar']
      when 'publicacion' then array['retirar', 'vetar'] when 'pregunta' then array['retirar', 'vetar']
      when 'respuesta' then array['retirar', 'vetar']
      when 'usuario' then array['retrato', 'cabecera', 'texto', 'enlaces', 'vetar'] else '{}'::text[] end) then
    return privado.rechazo('datos_no_validos');
  end if;
  v_afectado := privado.afectado_de(v_reporte.objeto_tipo, v_reporte.objeto_id);
  if v_afectado is null then return privado.rechazo('objeto_no_existe'); end if;
  if 'vetar' = any (p_medidas) then
    if not privado.es_admin() then return privado.rechazo('solo_admin'); end if;
    v_veto := public.vetar(v_afectado, p_hasta, p_motivo);
    if not (v_veto ->> 'ok')::boolean then return v_veto; end if;
  end if;
  if v_reporte.objeto_tipo = 'usuario' and p_medidas && array['retrato', 'cabecera', 'texto', 'enlaces'] then
    if not privado.vaciar_perfil(v_afectado, p_medidas, p_motivo) and v_veto is null then
      return privado.rechazo('ya_retirado');
    end if;
  elsif 'retirar' = any (p_medidas) and v_reporte.objeto_tipo = 'producto' then
    if not privado.retirar_producto(v_reporte.objeto_id, p_motivo) and v_veto is null then
      return privado.rechazo('ya_retirado');
    end if;
  elsif 'retirar' = any (p_medidas) and v_reporte.objeto_tipo = 'publicacion' then
    perform public.moderar_publicacion(v_reporte.objeto_id, true, p_motivo);
  elsif 'retirar' = any (p_medidas) and v_reporte.objeto_tipo in ('pregunta', 'respuesta') then
    perform public.moderar_pregunta(v_reporte.objeto_id, v_reporte.objeto_tipo, true, p_motivo);
  elsif 'retirar' = any (p_medidas) then
    perform public.moderar_resena(v_reporte.objeto_id, true, p_motivo);
  end if;
  for v_otro in select * from public.reportes
    where objeto_tipo = v_reporte.objeto_tipo and objeto_id = v_reporte.objeto_id and estado = 'abierto' order by id
  loop
    perform privado.cerrar_reporte(v_otro, 'resuelto', p_motivo);
  end loop;
  return privado.moderado(v_reporte.objeto_tipo, v_reporte.objeto_id);
end
$$;
grant execute on function public.actuar_en_reporte(uuid, text[], date, text) to authenticated;

-- Assigns a report, or releases it; `p_tenia` is the assignee shown on the page (as `asignar_revision`).
create function public.asignar_reporte(p_reporte uuid, p_a uuid, p_tenia uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_reporte public.reportes;
  v_tiene uuid;
begin
  if not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  select * into v_reporte from public.reportes where id = p_reporte and estado = 'abierto' for no key update;
  if v_reporte.id is null then return privado.rechazo('no_existe'); end if;
  v_tiene := privado.quien_atiende(v_reporte);
  if v_tiene is not distinct from p_a then return jsonb_build_object('ok', true); end if;
  if v_tiene is distinct from p_tenia then
    return privado.rechazo('la_tiene_otra_persona') || jsonb_build_object('moderador', (
      select display_name from public.usuarios_meta where id = v_tiene));
  end if;
  if p_a not in (select privado.equipo_activo()) then return privado.rechazo('no_modera'); end if;
  if v_tiene <> auth.uid() and not privado.es_admin() then
    return privado.rechazo('la_tiene_otra_persona');
  end if;
  -- Nobody else could decide it.
  if privado.es_asunto_suyo(v_reporte.objeto_tipo, v_reporte.objeto_id, p_a)
    and not exists (select from public.usuarios_meta where id = p_a and role = 'admin') then
    return privado.rechazo('es_suya');
  end if;
  update public.reportes set asignado_a = p_a where id = p_reporte;
  perform privado.anotar('asignar_reporte', 'reporte', p_reporte::text,
    jsonb_build_object('moderador', (select display_name from public.usuarios_meta where id = v_tiene)),
    jsonb_build_object('moderador', (select display_name from public.usuarios_meta where id = p_a)));
  if p_a <> auth.uid() then
    perform privado.avisar_de_moderacion(p_a, 'asignada:' || p_reporte || ':' || extract(epoch from now()), 'asignada',
      v_reporte.objeto_tipo, v_reporte.objeto_id, null);
  end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.asignar_reporte(uuid, uuid, uuid) to authenticated;

-- Asks the owner of the reported object, to whom the reporter is not revealed. An unassigned report becomes the
-- moderator's.
create function public.preguntar_en_reporte(p_reporte uuid, p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_texto constant text := btrim(p_texto);
  v_reporte public.reportes;
  v_problema text;
  v_afectado uuid;
  v_mensaje bigint;
begin
  if not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  if v_texto is null or char_length(v_texto) not between 3 and 2000 then return privado.rechazo('texto_no_valido'); end if;
  select * into v_reporte from public.reportes where id = p_reporte for no key update;
  v_problema := privado.motivo_no_atiende(v_reporte);
  if v_problema is not null then return privado.rechazo(v_problema); end if;
  -- Whoever is banned cannot answer.
  if v_reporte.objeto_tipo = 'apelacion' then return privado.rechazo('datos_no_validos'); end if;
  v_afectado := privado.afectado_de(v_reporte.objeto_tipo, v_reporte.objeto_id);
  if v_afectado is null then return privado.rechazo('objeto_no_existe'); end if;
  if not privado.contar_intento('mensaje_reporte', auth.uid()::text, 30, '10 minutes') then
    return privado.rechazo('demasiados_intentos');
  end if;
  insert into public.mensajes_reporte (reporte_id, autor_id, de, texto)
  values (p_reporte, auth.uid(), 'equipo', v_texto) returning id into v_mensaje;
  update public.reportes set preguntado_a = v_afectado, espera_respuesta = true,
    asignado_a = coalesce(asignado_a, auth.uid())
  where id = p_reporte;
  perform privado.anotar('preguntar_en_reporte', 'reporte', p_reporte::text, null, null, left(v_texto, 500));
  perform privado.avisar_de_moderacion(v_afectado, 'mensaje_reporte:' || v_mensaje, 'pregunta', v_reporte.objeto_tipo,
    v_reporte.objeto_id, v_texto);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.preguntar_en_reporte(uuid, text) to authenticated;

-- The owner's answer, sent to the assignee of the report, otherwise to all staff.
create function public.responder_reporte(p_reporte uuid, p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_texto constant text := btrim(p_texto);
  v_reporte public.reportes;
  v_atiende uuid;
  v_mensaje bigint;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if v_texto is null or char_length(v_texto) not between 1 and 2000 then return privado.rechazo('texto_no_valido'); end if;
  select * into v_reporte from public.reportes where id = p_reporte and preguntado_a = auth.uid() for no key update;
  if v_reporte.id is null then return privado.rechazo('no_existe'); end if;
  if v_reporte.estado <> 'abierto' then return privado.rechazo('cerrada'); end if;
  if not privado.contar_intento('mensaje_reporte', auth.uid()::text, 30, '10 minutes') then
    return privado.rechazo('demasiados_intentos');
  end if;
  insert into public.mensajes_reporte (reporte_id, autor_id, de, texto)
  values (p_reporte, auth.uid(), 'creador', v_texto) returning id into v_mensaje;
  update public.reportes set espera_respuesta = false where id = p_reporte;
  v_atiende := privado.quien_atiende(v_reporte);
  perform privado.avisar_de_moderacion(e, 'mensaje_reporte:' || v_mensaje, 'respuesta', v_reporte.objeto_tipo,
    v_reporte.objeto_id, v_texto)
  from privado.equipo_activo() e
  where e <> auth.uid() and (v_atiende is null or e = v_atiende);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.responder_reporte(uuid, text) to authenticated;

-- Appeals against a measure, once and within six months.
create function public.apelar_medida(p_medida uuid, p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_medida public.medidas;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if p_texto is null or char_length(btrim(p_texto)) not between 10 and 2000 then
    return privado.rechazo('texto_no_valido');
  end if;
  -- Serialises two clicks.
  select * into v_medida from public.medidas where id = p_medida and user_id = auth.uid() for no key update;
  if v_medida.id is null then return privado.rechazo('no_existe'); end if;
  if exists (select from public.reportes where objeto_tipo = 'medida' and objeto_id = p_medida and user_id = auth.uid()) then
    return privado.rechazo('ya_apelada');
  end if;
  if v_medida.levantada_at is not null then return privado.rechazo('sin_sancion'); end if;
  if v_medida.created_at < now() - interval '6 months' then return privado.rechazo('fuera_de_plazo'); end if;
  if not privado.contar_intento('apelacion_medida', auth.uid()::text, 10, '1 day') then
    return privado.rechazo('demasiados_intentos');
  end if;
  insert into public.reportes (objeto_tipo, objeto_id, user_id, motivo, texto)
  values ('medida', p_medida, auth.uid(), 'otro', btrim(p_texto));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.apelar_medida(uuid, text) to authenticated;
create index reportes_objeto_idx on public.reportes (objeto_id, objeto_tipo);

-- Undoes a measure. A product that was submitted again since then stays with the queue, unless its creator withdrew the
-- submission; removed pictures, and everything of a deleted account, cannot be restored.
create function privado.deshacer_medida(p_medida uuid, p_motivo text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_medida public.medidas;
begin
  update public.medidas set levantada_at = now() where id = p_medida and levantada_at is null returning * into v_medida;
  if v_medida.id is null then return; end if;
  if exists (select from public.usuarios_meta where id = v_medida.user_id and borrada_at is not null) then
    null;
  elsif v_medida.tipo = 'producto' then
    update public.productos set status = 'approved'
    where id = v_medida.objeto_id and status = 'rejected' and not exists (
      select from public.revisiones_producto r
      where r.producto_id = v_medida.objeto_id and r.enviada_at > v_medida.created_at
        and r.estado not in ('cancelada', 'sustituida'));
    if found then
      perform privado.anotar('reponer_producto', 'producto', v_medida.objeto_id::text,
        jsonb_build_object('status', 'rejected'), jsonb_build_object('status', 'approved'), btrim(p_motivo));
    end if;
  elsif v_medida.tipo = 'resena' then
    perform public.moderar_resena(v_medida.objeto_id, false, p_motivo);
  elsif v_medida.tipo = 'publicacion' then
    perform public.moderar_publicacion(v_medida.objeto_id, false, p_motivo);
  elsif v_medida.tipo in ('pregunta', 'respuesta') then
    perform public.moderar_pregunta(v_medida.objeto_id, v_medida.tipo, false, p_motivo);
  elsif v_medida.tipo = 'texto' then
    update public.usuarios_meta set bio = v_medida.antes where id = v_medida.objeto_id and bio = '';
  elsif v_medida.tipo = 'enlaces' then
    update public.usuarios_meta set enlaces = string_to_array(v_medida.antes, E'\n')
    where id = v_medida.objeto_id and enlaces = '{}' and v_medida.antes is not null;
  end if;
end
$$;

-- Closes a report with a note on what was done. A granted appeal undoes the measure, and a ban if an admin grants it;
-- any other sanction of the account must be lifted before. The note of an appeal goes to its author.
create function public.resolver_reporte(p_reporte uuid, p_estado text, p_nota text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_reporte public.reportes;
  v_problema text;
  v_concede boolean := p_estado = 'resuelto';
begin
  if not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  if p_estado is null or p_estado not in ('resuelto', 'descartado') then return privado.rechazo('estado_no_valido'); end if;
  if not privado.es_motivo(p_nota) then return privado.rechazo('nota_no_valida'); end if;
  select * into v_reporte from public.reportes where id = p_reporte for no key update;
  v_problema := privado.motivo_no_atiende(v_reporte);
  if v_problema is not null then return privado.rechazo(v_problema); end if;
  if v_reporte.objeto_tipo = 'apelacion' then
    if v_concede then
      if privado.es_admin() then perform public.levantar_veto(v_reporte.objeto_id, p_nota); end if;
      if exists (select from public.usuarios_meta u where u.id = v_reporte.objeto_id and privado.esta_sancionada(u)) then
        raise exception using errcode = 'UN001', message = 'sancion_vigente';
      end if;
    end if;
    insert into public.correos (clave, user_id, plantilla, datos)
    values ('apelacion:' || p_reporte, v_reporte.user_id, 'apelacion',
      jsonb_build_object('concedida', v_concede, 'respuesta', btrim(p_nota)));
  elsif v_reporte.objeto_tipo = 'medida' then
    -- Its owner would read that it stands.
    if not v_concede and exists (
      select from public.medidas m where m.id = v_reporte.objeto_id and m.levantada_at is not null) then
      return privado.rechazo('ya_levantada');
    end if;
    if v_concede then perform privado.deshacer_medida(v_reporte.objeto_id, p_nota); end if;
    perform privado.avisar_de_moderacion(v_reporte.user_id, 'apelacion:' || p_reporte,
      case when v_concede then 'concedida' else 'denegada' end, 'medida', v_reporte.objeto_id, btrim(p_nota));
  end if;
  perform privado.cerrar_reporte(v_reporte, p_estado, p_nota);
  return privado.moderado(v_reporte.objeto_tipo, v_reporte.objeto_id);
exception
  -- Undoes that a ban was lifted from an account that is also disabled.
  when sqlstate 'UN001' then return privado.rechazo(sqlerrm);
end
$$;
grant execute on function public.resolver_reporte(uuid, text, text) to authenticated;

-- The reported object for moderators; null if it is deleted. Without a slug if even moderators see no page of its product.
create function privado.objeto_reportado(p_tipo text, p_objeto uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case p_tipo
    when 'producto' then (
      select jsonb_build_object('slug', case when not p.oculto then p.slug end, 'nombre', p.nombre, 'autor', u.display_name,
        'status', p.status)
      from public.productos p join public.usuarios_meta u on u.id = p.usuario_id where p.id = p_objeto)
    when 'resena' then (
      select jsonb_build_object('slug', case when not p.oculto then p.slug end, 'nombre', p.nombre, 'autor', u.display_name,
        'estrellas', r.estrellas, 'texto', r.texto, 'oculta', r.oculta, 'oculta_motivo', r.oculta_motivo)
      from public.resenas r join public.productos p on p.id = r.producto_id
        join public.usuarios_meta u on u.id = r.user_id where r.id = p_objeto)
    when 'publicacion' then (
      select jsonb_build_object('nombre', p.titulo, 'autor', u.display_name, 'texto', p.texto, 'oculta', p.oculta,
        'oculta_motivo', p.oculta_motivo)
      from public.publicaciones p join public.usuarios_meta u on u.id = p.autor_id where p.id = p_objeto)
    when 'pregunta' then (
      select jsonb_build_object('slug', privado.slug_de_pagina(p), 'nombre', p.nombre, 'autor', u.display_name,
        'texto', q.texto, 'oculta', q.oculta, 'oculta_motivo', case when q.oculta then q.oculta_motivo end)
      from public.preguntas q join public.productos p on p.id = q.producto_id
        join public.usuarios_meta u on u.id = q.user_id where q.id = p_objeto)
    when 'respuesta' then (
      select jsonb_build_object('slug', privado.slug_de_pagina(p), 'nombre', p.nombre, 'autor', u.display_name,
        'pregunta', q.texto, 'texto', coalesce(q.respuesta, ''), 'oculta', q.respuesta_oculta, 'oculta_motivo', case when q.respuesta_oculta then q.oculta_motivo end)
      from public.preguntas q join public.productos p on p.id = q.producto_id
        join public.usuarios_meta u on u.id = coalesce(q.respuesta_de, p.usuario_id) where q.id = p_objeto)
    when 'usuario' then (
      select jsonb_build_object('nombre', u.display_name, 'autor', u.display_name)
      from public.usuarios_meta u where u.id = p_objeto)
    when 'apelacion' then (
      select jsonb_build_object('nombre', u.display_name, 'autor', u.display_name, 'hasta', u.banned_until,
        'motivo', coalesce(u.ban_motivo, (select h.motivo from public.historial_reputacion h
          where h.user_id = u.id order by h.created_at desc limit 1)))
      from public.usuarios_meta u where u.id = p_objeto)
    when 'medida' then (
      select coalesce(privado.objeto_reportado(m.tipo, m.objeto_id),
          privado.nombre_moderado(m.tipo, m.objeto_id) || jsonb_build_object('texto', coalesce(m.antes, '')))
        || jsonb_build_object('autor', u.display_name, 'medida', m.tipo, 'motivo', m.motivo,
          'levantada', m.levantada_at is not null)
      from public.medidas m join public.usuarios_meta u on u.id = m.user_id where m.id = p_objeto)
  end;
$$;

-- The messages of a report, without names.
create function privado.mensajes_de_reporte(p_reporte uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'de', m.de, 'texto', m.texto, 'created_at', m.created_at)
    order by m.id), '[]')
  from public.mensajes_reporte m where m.reporte_id = p_reporte;
$$;

-- Fifty reports: open ones, those of the moderator first, then appeals, then the oldest; or closed ones, newest first.
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
        -- A moderator never learns who reported them.
        'de', case when privado.es_admin() or privado.es_asunto_suyo(x.objeto_tipo, x.objeto_id) is not true then (
          select display_name from public.usuarios_meta u where u.id = x.user_id) end,
        'asignado', (select jsonb_build_object('id', u.id, 'name', u.display_name) from public.usuarios_meta u
          where u.id = privado.quien_atiende(x.reporte)),
        'espera_respuesta', x.espera_respuesta, 'mensajes', privado.mensajes_de_reporte(x.id),
        'vence_at', privado.plazo_de_apelacion(x.reporte), 'no_atiende', privado.motivo_no_atiende(x.reporte),
        'resuelto_por', (select display_name from public.usuarios_meta u where u.id = x.resuelto_por),
        'objeto', privado.objeto_reportado(x.objeto_tipo, x.objeto_id)) order by x.orden)
      from (
        (select r.*, r as reporte, row_number() over (order by r.asignado_a is distinct from auth.uid(),
            privado.plazo_de_apelacion(r) is null, r.created_at, r.id) as orden from public.reportes r
          where p_abiertos and r.estado = 'abierto' order by orden limit 51 offset v_salto)
        union all
        (select r.*, r as reporte, row_number() over (order by r.resuelto_at desc, r.id) as orden from public.reportes r
          where not p_abiertos and r.estado <> 'abierto' order by r.resuelto_at desc, r.id limit 51 offset v_salto)
      ) x), '[]'));
end
$$;
grant execute on function public.listar_reportes(boolean, integer) to authenticated;

-- Moderation about the caller: measures with their appeals, questions about their content, and the reports they made.
create function public.mi_moderacion() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_yo constant uuid := privado.persona_completa();
begin
  if v_yo is null then return privado.rechazo('sin_sesion'); end if;
  return jsonb_build_object('ok', true,
    'medidas', coalesce((
      select jsonb_agg(privado.nombre_moderado(m.tipo, m.objeto_id) || jsonb_build_object('id', m.id, 'tipo', m.tipo,
        'motivo', m.motivo, 'created_at', m.created_at, 'levantada_at', m.levantada_at,
        'apelable', m.levantada_at is null and m.created_at >= now() - interval '6 months',
        'apelacion', (
          select jsonb_build_object('texto', r.texto, 'estado', r.estado, 'respuesta', r.nota, 'created_at', r.created_at,
            'vence_at', privado.plazo_de_apelacion(r))
          from public.reportes r where r.objeto_tipo = 'medida' and r.objeto_id = m.id and r.user_id = v_yo limit 1))
        order by m.created_at desc)
      from (select * from public.medidas where user_id = v_yo order by created_at desc limit 50) m), '[]'),
    'preguntas', coalesce((
      select jsonb_agg(privado.nombre_moderado(r.objeto_tipo, r.objeto_id) || jsonb_build_object('id', r.id,
        'tipo', r.objeto_tipo, 'abierta', r.estado = 'abierto', 'mensajes', privado.mensajes_de_reporte(r.id))
        order by r.created_at desc)
      from (select * from public.reportes where preguntado_a = v_yo order by created_at desc limit 50) r), '[]'),
    'denuncias', coalesce((
      select jsonb_agg(privado.nombre_moderado(r.objeto_tipo, r.objeto_id) || jsonb_build_object('id', r.id,
        'tipo', r.objeto_tipo, 'motivo', r.motivo, 'estado', r.estado, 'created_at', r.created_at,
        'resuelto_at', r.resuelto_at) order by r.created_at desc)
      from (select * from public.reportes where user_id = v_yo and objeto_tipo in ('producto', 'resena', 'publicacion', 'pregunta', 'respuesta', 'usuario')
        order by created_at desc limit 50) r), '[]'));
end
$$;
grant execute on function public.mi_moderacion() to authenticated;
