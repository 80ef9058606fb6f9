-- Posts of creators to everybody, to their followers, or to the owners of a product. Only public ones are readable
-- without a sign-in; the others through `ver_publicacion`. A job notifies the audience in batches.

create table public.publicaciones (
  id uuid primary key default gen_random_uuid(),
  autor_id uuid not null references public.usuarios_meta (id) on delete cascade,
  titulo text not null check (char_length(titulo) between 3 and 120),
  -- HTML, sanitised by the shop when it is saved and when it is shown.
  texto text not null check (char_length(texto) between 1 and 30000),
  audiencia text not null check (audiencia in ('publico', 'seguidores', 'duenos')),
  producto_id uuid references public.productos (id) on delete set null,
  publicada_at timestamptz,
  editada_at timestamptz,
  oculta boolean not null default false,
  oculta_motivo text check (char_length(oculta_motivo) <= 500),
  -- Optimistic lock.
  version integer not null default 1,
  -- The audience up to this person is told.
  contado_hasta uuid,
  avisada_at timestamptz,
  created_at timestamptz not null default now()
);
comment on column public.publicaciones.publicada_at is 'null: a draft';
create index publicaciones_autor_id_idx on public.publicaciones (autor_id, created_at desc);
create index publicaciones_publicas_idx on public.publicaciones (autor_id, publicada_at desc)
  where publicada_at is not null and audiencia = 'publico' and not oculta;
create index publicaciones_producto_id_idx on public.publicaciones (producto_id);
create index publicaciones_por_avisar_idx on public.publicaciones (publicada_at) where publicada_at is not null and avisada_at is null;

alter table public.publicaciones enable row level security;
grant select (id, autor_id, titulo, texto, audiencia, producto_id, publicada_at, editada_at, created_at)
  on public.publicaciones to anon, authenticated;
grant select on public.publicaciones to service_role;
create policy publicaciones_select on public.publicaciones for select to anon, authenticated
  using (publicada_at is not null and audiencia = 'publico' and not oculta);

-- True if a person is in the audience of a post.
create function privado.es_para(p_publicacion public.publicaciones, p_persona uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select case p_publicacion.audiencia
    when 'publico' then true
    when 'seguidores' then exists (select from public.follows f
      where f.follower_id = p_persona and f.following_id = p_publicacion.autor_id)
    else exists (select from public.adquisiciones a
      where a.user_id = p_persona and a.producto_id = p_publicacion.producto_id and a.revocada_at is null)
  end;
$$;

create function privado.puede_publicar() returns boolean
language sql stable security definer set search_path = '' as $$
  select privado.puede_actuar() and exists (
    select from public.productos p where p.usuario_id = auth.uid() and p.status = 'approved' and not p.oculto);
$$;

create function privado.publicacion_guardada(p public.publicaciones) returns jsonb
language sql immutable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'id', p.id, 'version', p.version, 'audiencia', p.audiencia,
    'publicada', p.publicada_at is not null);
$$;

-- Saves a post of the caller, and publishes it on request: three a day; a deletion does not return one. A published
-- post keeps its audience. A new post has no version, but the id of its form, so that a repeated request saves one post.
create function public.guardar_publicacion(p_id uuid, p_version integer, p_datos jsonb, p_publicar boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_datos constant jsonb := privado.leer_json(p_datos);
  v_motivo constant text := privado.motivo_no_publica();
  v_antes public.publicaciones;
  p public.publicaciones;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  p.titulo := btrim(v_datos ->> 'titulo');
  p.texto := btrim(v_datos ->> 'texto');
  p.audiencia := v_datos ->> 'audiencia';
  p.producto_id := privado.leer_uuid(v_datos ->> 'producto_id');
  if p.titulo is null or char_length(p.titulo) not between 3 and 120 then return privado.rechazo('titulo_no_valido'); end if;
  if p.texto is null or char_length(p.texto) not between 1 and 30000 then return privado.rechazo('texto_no_valido'); end if;
  -- The second of two concurrent requests finds the post of the first.
  perform pg_advisory_xact_lock(hashtextextended('publicacion:' || p_id, 0));
  select * into v_antes from public.publicaciones where id = p_id and autor_id = auth.uid() for no key update;
  if v_antes.publicada_at is null and not privado.puede_publicar() then return privado.rechazo('sin_productos'); end if;
  if v_antes.id is null then
    if p_version is not null then return privado.rechazo('no_existe'); end if;
  elsif v_antes.oculta then
    return privado.rechazo('retirada');
  elsif (v_antes.titulo, v_antes.texto, v_antes.audiencia) = (p.titulo, p.texto, p.audiencia)
    and v_antes.producto_id is not distinct from p.producto_id and p_publicar = (v_antes.publicada_at is not null) then
    return privado.publicacion_guardada(v_antes);
  elsif v_antes.version <> coalesce(p_version, 1) then
    return privado.rechazo('conflicto');
  end if;
  if v_antes.publicada_at is not null then
    p.audiencia := v_antes.audiencia;
    p.producto_id := v_antes.producto_id;
  else
    if p.audiencia is null or p.audiencia not in ('publico', 'seguidores', 'duenos') then
      return privado.rechazo('datos_no_validos');
    end if;
    if p.producto_id is not null and not exists (select from public.productos x
      where x.id = p.producto_id and x.usuario_id = auth.uid() and x.status = 'approved' and not x.oculto) then
      return privado.rechazo('producto_no_valido');
    end if;
    if p.audiencia = 'duenos' and p.producto_id is null then return privado.rechazo('falta_producto'); end if;
  end if;
  if not privado.contar_intento('publicacion', auth.uid()::text, 60, '1 hour') then
    return privado.rechazo('demasiados_intentos');
  end if;
  if p_publicar and v_antes.publicada_at is null
    and not privado.contar_intento('publicacion_dia', auth.uid() || ':' || privado.hoy(), 3, '1 day') then
    return privado.rechazo('limite_diario');
  end if;
  if v_antes.id is null then
    insert into public.publicaciones (id, autor_id, titulo, texto, audiencia, producto_id, publicada_at)
    values (coalesce(p_id, gen_random_uuid()), auth.uid(), p.titulo, p.texto, p.audiencia, p.producto_id,
      case when p_publicar then now() end)
    on conflict (id) do nothing returning * into p;
    if p.id is null then return privado.rechazo('conflicto'); end if;
  else
    update public.publicaciones set titulo = p.titulo, texto = p.texto, audiencia = p.audiencia,
      producto_id = p.producto_id, version = version + 1,
      editada_at = case when publicada_at is not null then now() end,
      publicada_at = coalesce(publicada_at, case when p_publicar then now() end)
    where id = p_id returning * into p;
  end if;
  return privado.publicacion_guardada(p);
end
$$;
grant execute on function public.guardar_publicacion(uuid, integer, jsonb, boolean) to authenticated;

-- Deletes a post of the caller and its waiting mails.
create function public.borrar_publicacion(p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  -- A post that was taken down stays with its measure, so that an appeal can restore it.
  delete from public.publicaciones where id = p_id and autor_id = auth.uid() and not oculta;
  if not found then return privado.rechazo('no_existe'); end if;
  perform privado.callar_publicacion(p_id);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.borrar_publicacion(uuid) to authenticated;

create function privado.callar_publicacion(p_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.correos where estado = 'pendiente' and plantilla = 'publicacion'
    and datos ->> 'publicacion' = p_id::text;
$$;

-- A post with its author and product, as JSON.
create function privado.publicacion_descrita(p public.publicaciones) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'titulo', p.titulo, 'texto', p.texto, 'audiencia', p.audiencia,
    'publicada_at', p.publicada_at, 'editada_at', p.editada_at, 'created_at', p.created_at, 'version', p.version,
    'producto_id', p.producto_id, 'oculta', p.oculta, 'oculta_motivo', p.oculta_motivo,
    'autor', u.display_name, 'avatar_url', u.avatar_url, 'slug', d.slug, 'nombre', d.nombre, 'nombre_en', d.nombre_en)
  from public.usuarios_meta u left join public.productos d on d.id = p.producto_id and d.status = 'approved' and not d.oculto
  where u.id = p.autor_id;
$$;

-- A post for its author, and a published one for its audience or a moderator; null for everybody else.
create function public.ver_publicacion(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_yo constant uuid := privado.persona_completa();
  p public.publicaciones;
begin
  if v_yo is null then return null; end if;
  select * into p from public.publicaciones where id = p_id;
  if p.id is null or not (p.autor_id = v_yo
    or p.publicada_at is not null and (privado.es_moderador() or not p.oculta and privado.es_para(p, v_yo))) then
    return null;
  end if;
  return privado.publicacion_descrita(p) - case when p.autor_id = v_yo then '{}'::text[] else array['oculta_motivo'] end;
end
$$;
grant execute on function public.ver_publicacion(uuid) to authenticated;

-- Twenty posts of the caller, newest first.
create function public.mis_publicaciones(p_pagina integer default 0) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(privado.publicacion_descrita(p) - 'texto' order by p.created_at desc, p.id), '[]')
  from (
    select * from public.publicaciones where autor_id = privado.persona_completa()
    order by created_at desc, id limit 21 offset 20 * least(greatest(coalesce(p_pagina, 0), 0), 1000)) p;
$$;
grant execute on function public.mis_publicaciones(integer) to authenticated;

-- Products that can be the subject of a post.
create function public.productos_para_publicar() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'nombre', p.nombre, 'nombre_en', p.nombre_en)
    order by p.nombre, p.id), '[]')
  from (
    select * from public.productos where usuario_id = privado.persona_completa() and status = 'approved'
      and not oculto order by created_at desc limit 500) p;
$$;
grant execute on function public.productos_para_publicar() to authenticated;

-- Takes a post down with a reason, or shows it again. Not for one's own, except for admins.
create function public.moderar_publicacion(p_id uuid, p_oculta boolean, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.publicaciones;
begin
  if not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  if p_oculta and not privado.es_motivo(p_motivo) then
    return privado.rechazo('motivo_no_valido');
  end if;
  select * into v_antes from public.publicaciones where id = p_id for no key update;
  if v_antes.id is null then return privado.rechazo('no_existe'); end if;
  if v_antes.autor_id = auth.uid() and not privado.es_admin() then return privado.rechazo('es_suya'); end if;
  update public.publicaciones set oculta = p_oculta, oculta_motivo = case when p_oculta then btrim(p_motivo) end,
    version = version + 1
  where id = p_id;
  if p_oculta and not v_antes.oculta then
    perform privado.callar_publicacion(p_id);
    perform privado.tomar_medida('publicacion', p_id, v_antes.autor_id, p_motivo);
  end if;
  perform privado.anotar(case when p_oculta then 'ocultar_publicacion' else 'mostrar_publicacion' end, 'publicacion',
    p_id::text, jsonb_build_object('oculta', v_antes.oculta), jsonb_build_object('oculta', p_oculta), nullif(btrim(p_motivo), ''));
  return privado.moderado('publicacion', p_id);
end
$$;
grant execute on function public.moderar_publicacion(uuid, boolean, text) to authenticated;
create trigger levantar_medida after update of oculta on public.publicaciones
  for each row when (old.oculta and not new.oculta) execute function privado.levantar_medida('publicacion');

-- Notifies the next people of the audience of a post, up to a limit. Returns the number of read people, the last of
-- them, and the number of notified ones.
create function privado.avisar_de_publicacion(
  p public.publicaciones, p_limite integer, out leidos integer, out hasta uuid, out nuevos integer
)
language plpgsql volatile security definer set search_path = '' as $$
begin
  with siguientes as materialized (
    (select f.follower_id as persona from public.follows f
      where p.audiencia <> 'duenos' and f.following_id = p.autor_id
        and (p.contado_hasta is null or f.follower_id > p.contado_hasta)
      order by f.follower_id limit p_limite)
    union all
    (select distinct a.user_id from public.adquisiciones a
      where p.audiencia = 'duenos' and a.producto_id = p.producto_id and a.revocada_at is null
        and (p.contado_hasta is null or a.user_id > p.contado_hasta)
      order by a.user_id limit p_limite)
  ), avisados as (
    insert into public.notificaciones (user_id, tipo, clave, datos)
    select u.id, 'publicacion', 'publicacion:' || p.id, jsonb_build_object('publicacion', p.id, 'titulo', p.titulo,
      'de', c.display_name, 'publica', p.audiencia = 'publico')
    from siguientes s join public.usuarios_meta u on u.id = s.persona join public.usuarios_meta c on c.id = p.autor_id
    where u.borrada_at is null and (u.banned_until is null or u.banned_until <= now()) and u.id <> p.autor_id
    order by u.id
    on conflict (user_id, clave) do nothing
    returning user_id, datos
  ), escritos as (
    insert into public.correos (clave, user_id, plantilla, datos)
    select 'publicacion:' || p.id || ':' || a.user_id, a.user_id, 'publicacion',
      a.datos || jsonb_build_object('usuario', a.user_id, 'audiencia', p.audiencia,
        -- The mail shows its beginning alone.
        'texto', left(p.texto, 4000))
    from avisados a left join public.preferencias_aviso w on w.user_id = a.user_id
    where coalesce(w.correo_publicaciones, true) and (select count(*) from public.correos c
      where c.user_id = a.user_id and c.plantilla = 'publicacion' and c.created_at > now() - interval '1 day') < 10
    on conflict (clave) do nothing
  )
  select (select count(*) from siguientes)::integer, (select s.persona from siguientes s order by s.persona desc limit 1),
    (select count(*) from avisados)::integer
  into leidos, hasta, nuevos;
end
$$;

-- Notifies the next people of the audience of new posts, up to a limit, once each: in the shop, and by mail up to ten a
-- day unless they have disabled it. Banned and deleted people are skipped. An interrupted call continues after the last
-- person. It stops while many such mails wait. Returns the number of people.
create function public.avisar_publicaciones(p_limite integer default 1000) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_quedan integer := least(greatest(coalesce(p_limite, 1000), 1), 5000);
  v_mas_correos constant integer := 500;
  v_tope integer;
  v_leidos integer;
  v_hasta uuid;
  v_nuevos integer;
  v_contados integer := 0;
  p public.publicaciones;
begin
  while v_quedan > 0 loop
    select least(v_quedan, v_mas_correos - count(*)) into v_tope from (
      select from public.correos where estado = 'pendiente' and plantilla = 'publicacion' limit v_mas_correos) c;
    exit when v_tope <= 0;
    select * into p from public.publicaciones where publicada_at is not null and avisada_at is null
    order by publicada_at limit 1 for no key update skip locked;
    exit when p.id is null;
    -- Old news after a long outage, what was taken down, and posts of a disabled account are told to nobody.
    if p.oculta or p.publicada_at < now() - interval '7 days' or not exists (
      select from public.usuarios_meta u where u.id = p.autor_id and u.borrada_at is null and u.reputacion <> 'deshabilitado'
        and (u.banned_until is null or u.banned_until <= now())) then
      update public.publicaciones set avisada_at = now() where id = p.id;
      v_quedan := v_quedan - 1;
      continue;
    end if;
    select leidos, hasta, nuevos into v_leidos, v_hasta, v_nuevos from privado.avisar_de_publicacion(p, v_tope);
    update public.publicaciones set contado_hasta = coalesce(v_hasta, contado_hasta),
      avisada_at = case when v_leidos < v_tope then now() end
    where id = p.id;
    v_quedan := v_quedan - greatest(v_leidos, 1);
    v_contados := v_contados + v_nuevos;
  end loop;
  return v_contados;
end
$$;
grant execute on function public.avisar_publicaciones(integer) to service_role;

-- Public posts for the sitemap, by a range of ids.
create function public.mapa_de_publicaciones(p_desde uuid, p_hasta uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' set jit = off as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('nombre', p.id, 'modificado', coalesce(p.editada_at, p.publicada_at))
      order by p.id), '[]')
    from (
      select * from public.publicaciones
      where id >= p_desde and (p_hasta is null or id < p_hasta) and publicada_at is not null and audiencia = 'publico'
        and not oculta
      order by id limit 50000) p);
end
$$;
grant execute on function public.mapa_de_publicaciones(uuid, uuid) to anon, authenticated;

-- The notification of each sale, for creators who enabled it: in the transaction of the sale. The others get one a day
-- (59_creator_news.sql).
create function privado.avisar_cada_venta() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notificaciones (user_id, tipo, clave, datos)
  select m.usuario_id, 'venta', m.clave, jsonb_build_object('dia', privado.dia_de(m.created_at), 'cuantas', 1,
    'centimos', m.centimos, 'pedido_id', m.adquisicion_id, 'nombre', coalesce(p.nombre, ''), 'nombre_en', p.nombre_en)
  from nuevos m join public.preferencias_aviso w on w.user_id = m.usuario_id and w.aviso_cada_venta
    join public.adquisiciones a on a.id = m.adquisicion_id left join public.productos p on p.id = a.producto_id
  where m.clave like 'venta:%'
  order by m.usuario_id, m.id
  on conflict (user_id, clave) do nothing;
  return null;
end
$$;
create trigger avisar_cada_venta after insert on public.movimientos_ingresos
  referencing new table as nuevos for each statement execute function privado.avisar_cada_venta();
