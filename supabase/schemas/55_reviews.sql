-- Reviews of products.

create table public.resenas (
  id uuid primary key default gen_random_uuid(),
  producto_id uuid not null references public.productos (id) on delete cascade,
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  estrellas integer not null check (estrellas between 1 and 5),
  texto text not null default '' check (char_length(texto) <= 2000),
  respuesta text check (char_length(respuesta) between 1 and 2000),
  respuesta_at timestamptz,
  oculta boolean not null default false,
  oculta_motivo text check (char_length(oculta_motivo) <= 500),
  created_at timestamptz not null default now(),
  editada_at timestamptz,
  unique (producto_id, user_id)
);
create index resenas_producto_id_idx on public.resenas (producto_id, created_at desc) where not oculta;
create index resenas_user_id_idx on public.resenas (user_id);
create index resenas_created_at_idx on public.resenas (created_at desc, id);

alter table public.resenas enable row level security;
grant select on public.resenas to anon, authenticated, service_role;
create policy resenas_select_public on public.resenas for select to anon using (not oculta);
create policy resenas_select on public.resenas for select to authenticated
  using (not oculta or user_id = (select auth.uid()) or (select privado.es_moderador()));

-- The rating of a product. Concurrent reviews are serialised, so that each count includes the others.
create function privado.contar_resenas() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_producto uuid := coalesce(new.producto_id, old.producto_id);
begin
  perform 1 from public.productos where id = v_producto for no key update;
  update public.productos set (valoracion_media, valoraciones) = (
    select round(avg(estrellas), 2), count(*) from public.resenas where producto_id = v_producto and not oculta)
  where id = v_producto;
  return null;
end
$$;
create trigger contar_resenas after insert or update of estrellas, oculta or delete on public.resenas
  for each row execute function privado.contar_resenas();

-- One review per owner and product; writing again changes it. A reservation can be reviewed from its release on.
create function public.escribir_resena(p_producto uuid, p_estrellas integer, p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_resena uuid;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if p_estrellas is null or p_estrellas not between 1 and 5 or char_length(coalesce(p_texto, '')) > 2000 then
    return privado.rechazo('datos_no_validos');
  end if;
  if privado.es_su_producto(p_producto) then return privado.rechazo('es_suyo'); end if;
  if not exists (
    select from public.adquisiciones a
    join public.productos p on p.id = a.producto_id
    left join public.ediciones e on e.id = a.edicion_id
    where a.user_id = auth.uid() and a.producto_id = p_producto and a.revocada_at is null
      and not privado.reserva_espera(a, p, e)) then
    return privado.rechazo('no_lo_tienes');
  end if;
  if not privado.contar_intento('resena', auth.uid()::text, 30, '1 hour') then
    return privado.rechazo('demasiados_intentos');
  end if;
  insert into public.resenas as r (producto_id, user_id, estrellas, texto)
  values (p_producto, auth.uid(), p_estrellas, btrim(coalesce(p_texto, '')))
  on conflict (producto_id, user_id) do update
    set estrellas = excluded.estrellas, texto = excluded.texto, editada_at = now()
  returning r.id into v_resena;
  return jsonb_build_object('ok', true, 'resena_id', v_resena);
end
$$;
grant execute on function public.escribir_resena(uuid, integer, text) to authenticated;

-- Deletes the waiting mails about a review.
create function privado.callar_resena(p_resena uuid) returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.correos where estado = 'pendiente' and plantilla in ('resena', 'respuesta')
    and datos ->> 'resena_id' = p_resena::text;
$$;

-- Deletes the caller's review of a product. A hidden one is kept with its measure, so that writing it again does not
-- show it.
create function public.borrar_resena(p_producto uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_resena uuid;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  delete from public.resenas where producto_id = p_producto and user_id = auth.uid() and not oculta
  returning id into v_resena;
  perform privado.callar_resena(v_resena);
  if exists (select from public.resenas where producto_id = p_producto and user_id = auth.uid()) then
    return privado.rechazo('retirada');
  end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.borrar_resena(uuid) to authenticated;

-- The creator's answer to a review; an empty one deletes it.
create function public.responder_resena(p_resena uuid, p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if char_length(btrim(p_texto)) > 2000 then return privado.rechazo('datos_no_validos'); end if;
  update public.resenas set respuesta = nullif(btrim(p_texto), ''),
    respuesta_at = case when nullif(btrim(p_texto), '') is null then null else now() end
  where id = p_resena and privado.es_su_producto(producto_id);
  if not found then return privado.rechazo('no_existe'); end if;
  if nullif(btrim(p_texto), '') is null then perform privado.callar_resena(p_resena); end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.responder_resena(uuid, text) to authenticated;

-- True if an object of moderation concerns the signed-in person: themselves, their product, their review, question or
-- answer, or one about their product, or a measure on one of these.
create function privado.es_asunto_suyo(p_tipo text, p_objeto uuid, p_persona uuid default auth.uid()) returns boolean
language sql stable security definer set search_path = '' as $$
  select case p_tipo
    when 'usuario' then p_objeto = p_persona
    when 'apelacion' then p_objeto = p_persona
    when 'medida' then exists (select from public.medidas m
      where m.id = p_objeto and (m.user_id = p_persona or privado.es_asunto_suyo(m.tipo, m.objeto_id, p_persona)))
    when 'producto' then privado.afectado_de('producto', p_objeto) = p_persona
    when 'publicacion' then privado.afectado_de('publicacion', p_objeto) = p_persona
    when 'pregunta' then exists (select from public.preguntas q
      where q.id = p_objeto and (q.user_id = p_persona or privado.afectado_de('producto', q.producto_id) = p_persona))
    when 'respuesta' then exists (select from public.preguntas q
      where q.id = p_objeto and (p_persona in (q.user_id, q.respuesta_de) or privado.afectado_de('producto', q.producto_id) = p_persona))
    when 'resena' then exists (select from public.resenas r
      where r.id = p_objeto and (r.user_id = p_persona or privado.afectado_de('producto', r.producto_id) = p_persona))
  end;
$$;

-- Hides a review with a reason, or shows it again. Not for one's own objects, except for admins.
create function public.moderar_resena(p_resena uuid, p_oculta boolean, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.resenas;
begin
  if not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  if p_oculta and not privado.es_motivo(p_motivo) then
    return privado.rechazo('motivo_no_valido');
  end if;
  select * into v_antes from public.resenas where id = p_resena for no key update;
  if v_antes.id is null then return privado.rechazo('no_existe'); end if;
  if privado.es_asunto_suyo('resena', p_resena) and not privado.es_admin() then return privado.rechazo('es_suya'); end if;
  update public.resenas set oculta = p_oculta, oculta_motivo = case when p_oculta then btrim(p_motivo) end
  where id = p_resena;
  if p_oculta and not v_antes.oculta then
    perform privado.callar_resena(p_resena);
    perform privado.tomar_medida('resena', p_resena, v_antes.user_id, p_motivo);
  end if;
  perform privado.anotar(case when p_oculta then 'ocultar_resena' else 'mostrar_resena' end, 'resena', p_resena::text,
    jsonb_build_object('oculta', v_antes.oculta), jsonb_build_object('oculta', p_oculta), nullif(btrim(p_motivo), ''));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.moderar_resena(uuid, boolean, text) to authenticated;

-- Notifies the creator of a new review, and its author of the first answer, by mail too unless disabled. A review that
-- is deleted and written again is notified once.
create function privado.avisar_de_resena() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_producto public.productos;
  v_es_respuesta boolean := new.respuesta is not null;
  v_tipo text := case when v_es_respuesta then 'respuesta' else 'resena' end;
  v_clave text := case when v_es_respuesta then 'respuesta:' || new.id
    else concat_ws(':', 'resena', new.producto_id, new.user_id) end;
  v_para uuid;
  v_datos jsonb;
begin
  -- Locked before the notification refers to the creator, in the order of a deletion of the creator's account.
  select * into v_producto from public.productos where id = new.producto_id for no key update;
  v_para := case when v_es_respuesta then new.user_id else v_producto.usuario_id end;
  v_datos := jsonb_build_object('slug', v_producto.slug, 'nombre', v_producto.nombre, 'nombre_en', v_producto.nombre_en,
    'estrellas', new.estrellas, 'resena_id', new.id);
  insert into public.notificaciones (user_id, tipo, clave, datos)
  values (v_para, v_tipo, v_clave, v_datos) on conflict (user_id, clave) do update set datos = excluded.datos;
  if exists (select from public.preferencias_aviso where user_id = v_para and not correo_resenas) then
    return null;
  end if;
  perform privado.escribir_con_medida(v_para, v_tipo, v_clave, v_datos || jsonb_build_object('texto',
    left(case when v_es_respuesta then new.respuesta else new.texto end, 600)));
  return null;
end
$$;
create trigger avisar_de_resena after insert on public.resenas
  for each row execute function privado.avisar_de_resena();
create trigger avisar_de_respuesta after update of respuesta on public.resenas
  for each row when (old.respuesta is null and new.respuesta is not null) execute function privado.avisar_de_resena();
