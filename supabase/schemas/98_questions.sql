-- Questions about products, answered in public by their creators or the team. Only answered ones are readable by
-- everybody; the others by their author and by people who may answer, through functions.

create table public.preguntas (
  id uuid primary key default gen_random_uuid(),
  producto_id uuid not null references public.productos (id) on delete cascade,
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  texto text not null check (char_length(texto) between 10 and 500),
  respuesta text check (char_length(respuesta) between 1 and 2000),
  respuesta_at timestamptz,
  respuesta_de uuid references public.usuarios_meta (id) on delete set null,
  respuesta_equipo boolean not null default false,
  descartada boolean not null default false,
  oculta boolean not null default false,
  respuesta_oculta boolean not null default false,
  oculta_motivo text check (char_length(oculta_motivo) <= 500),
  utiles integer not null default 0 check (utiles >= 0),
  created_at timestamptz not null default now(),
  publica boolean not null generated always as (
    respuesta is not null and not descartada and not oculta and not respuesta_oculta) stored,
  constraint preguntas_contestada_check check ((respuesta is null) = (respuesta_at is null))
);
comment on column public.preguntas.descartada is 'its creator does not want it to be seen';
comment on column public.preguntas.respuesta_equipo is 'answered by the team, not by its creator';
comment on column public.preguntas.utiles is 'how many people thank for the answer';
create index preguntas_publicas_idx on public.preguntas (producto_id, utiles desc, respuesta_at desc, id) where publica;
create index preguntas_producto_id_idx on public.preguntas (producto_id, created_at desc, id);
create index preguntas_user_id_idx on public.preguntas (user_id, created_at desc, id);
create index preguntas_respuesta_de_idx on public.preguntas (respuesta_de);
create index preguntas_en_espera_idx on public.preguntas (created_at, id) where respuesta is null and not descartada and not oculta;

alter table public.preguntas enable row level security;
grant select (id, producto_id, user_id, texto, respuesta, respuesta_at, respuesta_equipo, utiles, created_at)
  on public.preguntas to anon, authenticated;
grant select on public.preguntas to service_role;
create policy preguntas_select on public.preguntas for select to anon, authenticated
  using (publica and exists (select from public.productos p where p.id = producto_id and p.status = 'approved' and not p.oculto));

create table public.gracias_respuesta (
  pregunta_id uuid not null references public.preguntas (id) on delete cascade,
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (pregunta_id, user_id)
);
create index gracias_respuesta_user_id_idx on public.gracias_respuesta (user_id);
alter table public.gracias_respuesta enable row level security;

-- Concurrent thanks are serialised, so that each count includes the others.
create function privado.contar_gracias() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_pregunta uuid := coalesce(new.pregunta_id, old.pregunta_id);
begin
  perform 1 from public.preguntas where id = v_pregunta for no key update;
  update public.preguntas set utiles = (select count(*) from public.gracias_respuesta where pregunta_id = v_pregunta)
  where id = v_pregunta;
  return null;
end
$$;
create trigger contar_gracias after insert or delete on public.gracias_respuesta
  for each row execute function privado.contar_gracias();

-- The success of an act, with the product whose pages are stale.
create function privado.de_pregunta(p_producto uuid, p_mas jsonb default '{}') returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'slug', (select slug from public.productos where id = p_producto)) || p_mas;
$$;

-- Deletes the waiting mails about a question.
create function privado.callar_pregunta(p_pregunta uuid) returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.correos where estado = 'pendiente' and plantilla in ('pregunta', 'contestada')
    and datos ->> 'pregunta_id' = p_pregunta::text;
$$;

-- Asks about a product on sale: ten a day, three of them waiting for the same creator’s answer about it. A repeated
-- text is the same question.
create function public.preguntar(p_producto uuid, p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_texto constant text := btrim(regexp_replace(p_texto, '\s+', ' ', 'g'));
  v_producto public.productos;
  v_pregunta uuid;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if exists (select from public.usuarios_meta where id = auth.uid() and reputacion = 'deshabilitado') then
    return privado.rechazo('sin_permiso');
  end if;
  if not exists (select from auth.users where id = auth.uid() and email_confirmed_at is not null) then
    return privado.rechazo('correo_sin_confirmar');
  end if;
  if v_texto is null or char_length(v_texto) not between 10 and 500 then return privado.rechazo('texto_no_valido'); end if;
  select * into v_producto from public.productos where id = p_producto and status = 'approved' and not oculto;
  if v_producto.id is null then return privado.rechazo('no_existe'); end if;
  if v_producto.usuario_id = auth.uid() then return privado.rechazo('es_suyo'); end if;
  -- Also serialises two clicks.
  if not privado.contar_intento('pregunta', auth.uid()::text, 10, '1 day') then
    return privado.rechazo('demasiados_intentos');
  end if;
  select id into v_pregunta from public.preguntas
  where producto_id = p_producto and user_id = auth.uid() and respuesta is null and texto = v_texto limit 1;
  if v_pregunta is null then
    if (select count(*) from public.preguntas where producto_id = p_producto and user_id = auth.uid() and respuesta is null) >= 3 then
      perform privado.devolver_intento('pregunta', auth.uid()::text);
      return privado.rechazo('ya_esperan');
    end if;
    insert into public.preguntas (producto_id, user_id, texto) values (p_producto, auth.uid(), v_texto)
    returning id into v_pregunta;
  end if;
  return privado.de_pregunta(p_producto, jsonb_build_object('id', v_pregunta));
end
$$;
grant execute on function public.preguntar(uuid, text) to authenticated;

-- Answers a question as the creator of its product or, marked as such, as the team; an empty text deletes the answer
-- with its thanks. Only the team changes its answers.
create function public.responder_pregunta(p_pregunta uuid, p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_texto constant text := nullif(btrim(p_texto), '');
  p public.preguntas;
  v_equipo boolean;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if char_length(v_texto) > 2000 then return privado.rechazo('texto_no_valido'); end if;
  select * into p from public.preguntas where id = p_pregunta for no key update;
  v_equipo := not privado.es_su_producto(p.producto_id);
  if p.id is null or p.user_id = auth.uid() or v_equipo and not privado.es_moderador() then
    return privado.rechazo('no_existe');
  end if;
  if p.oculta or p.respuesta_oculta then return privado.rechazo('retirada'); end if;
  if p.respuesta_equipo and not v_equipo then return privado.rechazo('ya_respondida'); end if;
  if not privado.contar_intento('responder_pregunta', auth.uid()::text, 120, '1 hour') then
    return privado.rechazo('demasiados_intentos');
  end if;
  if v_texto is null then
    delete from public.gracias_respuesta where pregunta_id = p_pregunta;
    perform privado.callar_pregunta(p_pregunta);
  end if;
  update public.preguntas set respuesta = v_texto, respuesta_at = case when v_texto is not null then now() end,
    respuesta_de = case when v_texto is not null then auth.uid() end,
    respuesta_equipo = v_texto is not null and v_equipo, descartada = descartada and v_texto is null
  where id = p_pregunta;
  if v_equipo then
    perform privado.anotar('responder_pregunta', 'pregunta', p_pregunta::text, jsonb_build_object('texto', p.respuesta),
      jsonb_build_object('texto', v_texto));
  end if;
  return privado.de_pregunta(p.producto_id);
end
$$;
grant execute on function public.responder_pregunta(uuid, text) to authenticated;

-- Dismisses a question about a product of the caller, or restores it.
create function public.descartar_pregunta(p_pregunta uuid, p_descartada boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_producto uuid;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if p_descartada is null then return privado.rechazo('datos_no_validos'); end if;
  update public.preguntas set descartada = p_descartada where id = p_pregunta and privado.es_su_producto(producto_id)
  returning producto_id into v_producto;
  if v_producto is null then return privado.rechazo('no_existe'); end if;
  if p_descartada then perform privado.callar_pregunta(p_pregunta); end if;
  return privado.de_pregunta(v_producto);
end
$$;
grant execute on function public.descartar_pregunta(uuid, boolean) to authenticated;

-- Deletes a question of the caller with its answer. One that was taken down is kept with its measure, so that an appeal
-- can restore it.
create function public.borrar_pregunta(p_pregunta uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_producto uuid;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  delete from public.preguntas where id = p_pregunta and user_id = auth.uid() and not oculta and not respuesta_oculta
  returning producto_id into v_producto;
  if v_producto is null then return privado.rechazo('no_existe'); end if;
  perform privado.callar_pregunta(p_pregunta);
  return privado.de_pregunta(v_producto);
end
$$;
grant execute on function public.borrar_pregunta(uuid) to authenticated;

-- Thanks for an answer, or withdraws the thanks; null toggles.
create function public.agradecer_respuesta(p_pregunta uuid, p_gracias boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  p public.preguntas;
  v_gracias boolean;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  select * into p from public.preguntas where id = p_pregunta and publica for no key update;
  if p.id is null then return privado.rechazo('no_existe'); end if;
  if p.respuesta_de = auth.uid() or privado.es_su_producto(p.producto_id) then return privado.rechazo('es_suyo'); end if;
  if not privado.contar_intento('gracias', auth.uid()::text, 120, '1 hour') then
    return privado.rechazo('demasiados_intentos');
  end if;
  v_gracias := coalesce(p_gracias, not exists (
    select from public.gracias_respuesta where pregunta_id = p_pregunta and user_id = auth.uid()));
  if v_gracias then
    insert into public.gracias_respuesta (pregunta_id, user_id) values (p_pregunta, auth.uid()) on conflict do nothing;
  else
    delete from public.gracias_respuesta where pregunta_id = p_pregunta and user_id = auth.uid();
  end if;
  return privado.de_pregunta(p.producto_id, jsonb_build_object('gracias', v_gracias,
    'utiles', (select utiles from public.preguntas where id = p_pregunta)));
end
$$;
grant execute on function public.agradecer_respuesta(uuid, boolean) to authenticated;

-- The questions about a product for whose answers the caller has thanked.
create function public.mis_gracias(p_producto uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(g.pregunta_id), '[]')
  from public.gracias_respuesta g join public.preguntas p on p.id = g.pregunta_id
  where g.user_id = privado.persona_completa() and p.producto_id = p_producto;
$$;
grant execute on function public.mis_gracias(uuid) to authenticated;

-- A question with its product and its author, as JSON; without a slug if the product has no page.
create function privado.pregunta_descrita(p public.preguntas) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'texto', p.texto, 'respuesta', p.respuesta, 'respuesta_equipo', p.respuesta_equipo,
    'descartada', p.descartada, 'oculta', p.oculta, 'respuesta_oculta', p.respuesta_oculta, 'utiles', p.utiles,
    'created_at', p.created_at, 'autor', u.display_name, 'slug', privado.slug_de_pagina(d), 'nombre', d.nombre, 'nombre_en', d.nombre_en)
  from public.usuarios_meta u, public.productos d where u.id = p.user_id and d.id = p.producto_id;
$$;

-- Twenty questions of the caller and one more, newest first. A dismissed one looks unanswered.
create function public.mis_preguntas(p_pagina integer default 0) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(privado.pregunta_descrita(p) - 'descartada' order by p.created_at desc, p.id), '[]')
  from (
    select * from public.preguntas where user_id = privado.persona_completa()
    order by created_at desc, id limit 21 offset 20 * least(greatest(coalesce(p_pagina, 0), 0), 1000)) p;
$$;
grant execute on function public.mis_preguntas(integer) to authenticated;

-- Twenty questions and one more: about the caller's products, unanswered ones (`pendientes`) or all (`todas`), or for
-- moderators (`equipo`) those of the shop that have waited for a week, oldest first.
create function public.preguntas_recibidas(p_que text, p_pagina integer default 0) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_yo constant uuid := privado.persona_completa();
  v_salto constant integer := 20 * least(greatest(coalesce(p_pagina, 0), 0), 1000);
  v_equipo constant boolean := p_que = 'equipo';
begin
  if v_equipo and not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true,
    'pendientes', (select count(*) from public.preguntas p join public.productos d on d.id = p.producto_id
      where d.usuario_id = v_yo and p.respuesta is null and not p.descartada and not p.oculta),
    'preguntas', coalesce((
      select jsonb_agg(privado.pregunta_descrita(x.p) order by x.orden)
      from (
        (select p, row_number() over (order by p.created_at, p.id) as orden from public.preguntas p
          join public.productos d on d.id = p.producto_id and d.status = 'approved' and not d.oculto
          where v_equipo and p.respuesta is null and not p.descartada and not p.oculta and p.user_id <> v_yo
            and p.created_at < now() - interval '7 days'
          order by p.created_at, p.id limit 21 offset v_salto)
        union all
        (select p, row_number() over (order by p.created_at desc, p.id) as orden from public.preguntas p
          join public.productos d on d.id = p.producto_id and d.usuario_id = v_yo
          where not v_equipo and (p_que = 'todas' or p.respuesta is null and not p.descartada and not p.oculta)
          order by p.created_at desc, p.id limit 21 offset v_salto)
      ) x), '[]'));
end
$$;
grant execute on function public.preguntas_recibidas(text, integer) to authenticated;

-- Takes a question or its answer (`p_parte`: `pregunta`, `respuesta`) down with a reason, or shows it again. Not for one's
-- own, except for admins.
create function public.moderar_pregunta(p_pregunta uuid, p_parte text, p_oculta boolean, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.preguntas;
  v_era boolean;
begin
  if not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  if p_parte is null or p_parte not in ('pregunta', 'respuesta') or p_oculta is null then
    return privado.rechazo('datos_no_validos');
  end if;
  if p_oculta and not privado.es_motivo(p_motivo) then
    return privado.rechazo('motivo_no_valido');
  end if;
  select * into v_antes from public.preguntas where id = p_pregunta for no key update;
  if v_antes.id is null then return privado.rechazo('no_existe'); end if;
  if privado.es_asunto_suyo(p_parte, p_pregunta) and not privado.es_admin() then return privado.rechazo('es_suya'); end if;
  v_era := case p_parte when 'pregunta' then v_antes.oculta else v_antes.respuesta_oculta end;
  update public.preguntas set oculta = case p_parte when 'pregunta' then p_oculta else oculta end,
    respuesta_oculta = case p_parte when 'respuesta' then p_oculta else respuesta_oculta end,
    oculta_motivo = case when p_oculta then btrim(p_motivo) else oculta_motivo end
  where id = p_pregunta;
  if p_oculta and not v_era then
    perform privado.callar_pregunta(p_pregunta);
    perform privado.tomar_medida(p_parte, p_pregunta, u, p_motivo) from privado.afectado_de(p_parte, p_pregunta) u where u is not null;
  end if;
  perform privado.anotar(case when p_oculta then 'ocultar_pregunta' else 'mostrar_pregunta' end, 'pregunta', p_pregunta::text,
    jsonb_build_object('oculta', v_era, 'tipo', p_parte), jsonb_build_object('oculta', p_oculta, 'tipo', p_parte), nullif(btrim(p_motivo), ''));
  return privado.moderado(p_parte, p_pregunta);
end
$$;
grant execute on function public.moderar_pregunta(uuid, text, boolean, text) to authenticated;
create trigger levantar_medida after update of oculta on public.preguntas
  for each row when (old.oculta and not new.oculta) execute function privado.levantar_medida('pregunta');
create trigger levantar_medida_respuesta after update of respuesta_oculta on public.preguntas
  for each row when (old.respuesta_oculta and not new.respuesta_oculta) execute function privado.levantar_medida('respuesta');

-- Notifies the creator of a new question, and its author of the first visible answer, by mail too unless disabled.
create function privado.avisar_de_pregunta() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_producto public.productos;
  v_tipo constant text := case when new.publica then 'contestada' else 'pregunta' end;
  v_para uuid;
  v_datos jsonb;
begin
  select * into v_producto from public.productos where id = new.producto_id;
  v_para := case when new.publica then new.user_id else v_producto.usuario_id end;
  v_datos := jsonb_build_object('slug', v_producto.slug, 'nombre', v_producto.nombre, 'nombre_en', v_producto.nombre_en,
    'pregunta_id', new.id);
  insert into public.notificaciones (user_id, tipo, clave, datos)
  values (v_para, v_tipo, v_tipo || ':' || new.id, v_datos) on conflict (user_id, clave) do nothing;
  if exists (select from public.preferencias_aviso where user_id = v_para and not correo_preguntas) then
    return null;
  end if;
  perform privado.escribir_con_medida(v_para, v_tipo, v_tipo || ':' || new.id, v_datos || jsonb_build_object(
    'texto', new.texto, 'respuesta', left(new.respuesta, 600), 'equipo', new.respuesta_equipo));
  return null;
end
$$;
create trigger avisar_de_pregunta after insert on public.preguntas
  for each row execute function privado.avisar_de_pregunta();
create trigger avisar_de_contestada after update on public.preguntas
  for each row when (not old.publica and new.publica) execute function privado.avisar_de_pregunta();

-- Products with answered questions for the sitemap, by a range of ids.
create function public.mapa_de_preguntas(p_desde uuid, p_hasta uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' set jit = off as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('nombre', d.slug, 'modificado', x.ultima) order by d.id), '[]')
    from (
      select producto_id, max(respuesta_at) as ultima from public.preguntas
      where producto_id >= p_desde and (p_hasta is null or producto_id < p_hasta) and publica
      group by producto_id order by producto_id limit 50000) x
    join public.productos d on d.id = x.producto_id and d.status = 'approved' and not d.oculto);
end
$$;
grant execute on function public.mapa_de_preguntas(uuid, uuid) to anon, authenticated;
