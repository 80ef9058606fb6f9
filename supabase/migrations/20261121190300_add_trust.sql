-- What buyers say of products, and what people report. Both are moderated.

alter table public.productos
  add column valoracion_media numeric(3, 2),
  add column valoraciones integer not null default 0 check (valoraciones >= 0);
grant select (valoracion_media, valoraciones) on public.productos to anon, authenticated;

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

create table public.reportes (
  id uuid primary key default gen_random_uuid(),
  objeto_tipo text not null check (objeto_tipo in ('producto', 'resena', 'usuario')),
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

create function public.contar_resenas() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_producto uuid := coalesce(new.producto_id, old.producto_id);
begin
  update public.productos set (valoracion_media, valoraciones) = (
    select round(avg(estrellas), 2), count(*) from public.resenas where producto_id = v_producto and not oculta)
  where id = v_producto;
  return null;
end
$$;
create trigger contar_resenas after insert or update of estrellas, oculta or delete on public.resenas
  for each row execute function public.contar_resenas();

alter table public.resenas enable row level security;
alter table public.reportes enable row level security;
grant select on public.resenas to anon, authenticated, service_role;
grant select on public.reportes to authenticated, service_role;
create policy resenas_select_public on public.resenas for select to anon using (not oculta);
create policy resenas_select on public.resenas for select to authenticated
  using (not oculta or user_id = (select auth.uid()) or (select public.es_moderador()));
create policy reportes_select on public.reportes for select to authenticated
  using (user_id = (select auth.uid()) or (select public.es_moderador()));

-- One review per owner and product; writing again changes it. It must be owned, from whatever source.
create function public.escribir_resena(p_producto uuid, p_estrellas integer, p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_resena uuid;
begin
  if auth.uid() is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if p_estrellas is null or p_estrellas not between 1 and 5 or char_length(coalesce(p_texto, '')) > 2000 then
    return public.rechazo('datos_no_validos');
  end if;
  if public.es_su_producto(p_producto) then return public.rechazo('es_suyo'); end if;
  if not exists (select from public.adquisiciones
    where user_id = auth.uid() and producto_id = p_producto and revocada_at is null) then
    return public.rechazo('no_lo_tienes');
  end if;
  insert into public.resenas as r (producto_id, user_id, estrellas, texto)
  values (p_producto, auth.uid(), p_estrellas, btrim(coalesce(p_texto, '')))
  on conflict (producto_id, user_id) do update
    set estrellas = excluded.estrellas, texto = excluded.texto, editada_at = now()
  returning r.id into v_resena;
  return jsonb_build_object('ok', true, 'resena_id', v_resena);
end
$$;

create function public.borrar_resena(p_producto uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  delete from public.resenas where producto_id = p_producto and user_id = auth.uid();
  return jsonb_build_object('ok', true);
end
$$;

create function public.responder_resena(p_resena uuid, p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if char_length(btrim(p_texto)) > 2000 then return public.rechazo('datos_no_validos'); end if;
  update public.resenas set respuesta = nullif(btrim(p_texto), ''),
    respuesta_at = case when nullif(btrim(p_texto), '') is null then null else now() end
  where id = p_resena and public.es_su_producto(producto_id);
  if not found then return public.rechazo('no_existe'); end if;
  return jsonb_build_object('ok', true);
end
$$;

create function public.moderar_resena(p_resena uuid, p_oculta boolean, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.resenas;
begin
  if not public.es_moderador() then return public.rechazo('sin_permiso'); end if;
  if p_oculta and (p_motivo is null or char_length(btrim(p_motivo)) not between 3 and 500) then
    return public.rechazo('motivo_no_valido');
  end if;
  select * into v_antes from public.resenas where id = p_resena for no key update;
  if v_antes.id is null then return public.rechazo('no_existe'); end if;
  update public.resenas set oculta = p_oculta, oculta_motivo = case when p_oculta then btrim(p_motivo) end
  where id = p_resena;
  perform public.anotar(case when p_oculta then 'ocultar_resena' else 'mostrar_resena' end, 'resena', p_resena::text,
    jsonb_build_object('oculta', v_antes.oculta), jsonb_build_object('oculta', p_oculta), nullif(btrim(p_motivo), ''));
  return jsonb_build_object('ok', true);
end
$$;

create function public.reportar(p_tipo text, p_objeto uuid, p_motivo text, p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if p_motivo is null or p_motivo not in ('spam', 'ofensivo', 'ilegal', 'derechos', 'fraude', 'otro')
    or char_length(coalesce(p_texto, '')) > 2000 then
    return public.rechazo('datos_no_validos');
  end if;
  if not (p_tipo = 'producto' and exists (select from public.productos where id = p_objeto)
    or p_tipo = 'resena' and exists (select from public.resenas where id = p_objeto)
    or p_tipo = 'usuario' and exists (select from public.usuarios_meta where id = p_objeto and id <> auth.uid())) then
    return public.rechazo('no_existe');
  end if;
  insert into public.reportes (objeto_tipo, objeto_id, user_id, motivo, texto)
  values (p_tipo, p_objeto, auth.uid(), p_motivo, btrim(coalesce(p_texto, '')))
  on conflict (objeto_tipo, objeto_id, user_id) where estado = 'abierto' do nothing;
  return jsonb_build_object('ok', true);
end
$$;

create function public.resolver_reporte(p_reporte uuid, p_estado text, p_nota text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not public.es_moderador() then return public.rechazo('sin_permiso'); end if;
  if p_estado is null or p_estado not in ('resuelto', 'descartado') then return public.rechazo('estado_no_valido'); end if;
  if p_nota is null or char_length(btrim(p_nota)) not between 3 and 500 then return public.rechazo('nota_no_valida'); end if;
  update public.reportes set estado = p_estado, nota = btrim(p_nota), resuelto_por = auth.uid(), resuelto_at = now()
  where id = p_reporte and estado = 'abierto';
  if not found then return public.rechazo('no_existe'); end if;
  perform public.anotar('resolver_reporte', 'reporte', p_reporte::text, jsonb_build_object('estado', 'abierto'),
    jsonb_build_object('estado', p_estado), btrim(p_nota));
  return jsonb_build_object('ok', true);
end
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.escribir_resena(uuid, integer, text), public.borrar_resena(uuid),
  public.responder_resena(uuid, text), public.moderar_resena(uuid, boolean, text),
  public.reportar(text, uuid, text, text), public.resolver_reporte(uuid, text, text) to authenticated;
