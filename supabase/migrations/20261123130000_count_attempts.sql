-- Attempts at guessing, counted where nobody gets past: the publishable key reaches the database and Auth directly.

create table public.intentos (
  tipo text not null,
  clave text not null,
  desde timestamptz not null,
  veces integer not null check (veces >= 0),
  primary key (tipo, clave)
);
create index intentos_desde_idx on public.intentos (desde);
alter table public.intentos enable row level security;

-- Browsers that an account has logged in from. Only a fingerprint of their secret is kept.
create table public.dispositivos (
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  huella text not null,
  visto_at timestamptz not null default now(),
  primary key (user_id, huella)
);
alter table public.dispositivos enable row level security;

-- What somebody has just proven, for a moment: `entrada`, a known browser is logging in; `correo`, the password was
-- right and the address may change.
create table public.permisos (
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  tipo text not null check (tipo in ('entrada', 'correo')),
  hasta timestamptz not null,
  primary key (user_id, tipo)
);
alter table public.permisos enable row level security;

-- Counts one attempt, and says whether it is within the limit. Whoever comes at once waits for the row, so none is
-- missed. The window begins anew with every attempt that counts: there are never more than the limit in one window.
create function public.contar_intento(p_tipo text, p_clave text, p_limite integer, p_ventana interval) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_veces integer;
begin
  insert into public.intentos as i (tipo, clave, desde, veces) values (p_tipo, p_clave, clock_timestamp(), 1)
  on conflict (tipo, clave) do update set
    veces = case when i.desde <= clock_timestamp() - p_ventana then 1
      when i.veces < p_limite then i.veces + 1 else greatest(i.veces, p_limite + 1) end,
    desde = case when i.desde <= clock_timestamp() - p_ventana or i.veces < p_limite then clock_timestamp() else i.desde end
  returning veces into v_veces;
  return v_veces <= p_limite;
end
$$;

-- An attempt that was right is none.
create function public.devolver_intento(p_tipo text, p_clave text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.intentos set veces = greatest(veces - 1, 0) where tipo = p_tipo and clave = p_clave;
$$;

-- A wrong guess counts for the whole shop as well. Past 100 in ten minutes only who has no wrong guess to their name
-- may go on, so that an attack shuts out the attackers and nobody else.
create function public.contar_fallo_tienda(p_tipo text) returns void
language sql volatile security definer set search_path = '' as $$
  select public.contar_intento(p_tipo || '_tienda', floor(extract(epoch from now()) / 600)::text, 1000000, '10 minutes');
$$;

create function public.bajo_ataque(p_tipo text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.intentos
    where tipo = p_tipo || '_tienda' and clave = floor(extract(epoch from now()) / 600)::text and veces >= 100);
$$;

-- Ten wrong codes in ten minutes, forty in a day; one, while the shop as a whole is being tried out.
create function public.contar_codigo(p_usuario uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not public.contar_intento('codigo', p_usuario::text, case when public.bajo_ataque('codigo') then 1 else 10 end,
    '10 minutes') then return false; end if;
  return public.contar_intento('codigo_dia', p_usuario::text, 40, '24 hours');
end
$$;

create function public.devolver_codigo(p_usuario uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select public.devolver_intento(t, p_usuario::text) from unnest(array['codigo', 'codigo_dia']) t;
$$;

create function public.olvidar_intentos() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_borrados integer;
begin
  delete from public.permisos where hasta < now();
  delete from public.dispositivos where visto_at < now() - interval '180 days';
  delete from public.intentos where desde < now() - interval '2 days';
  get diagnostics v_borrados = row_count;
  return v_borrados;
end
$$;

create or replace function public.ver_codigo(p_codigo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_codigo public.codigos_canjes;
  v_respuesta jsonb;
begin
  if auth.uid() is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if not public.contar_codigo(auth.uid()) then return public.rechazo('demasiados_intentos'); end if;
  v_codigo := public.buscar_codigo(p_codigo);
  if v_codigo.id is null then
    perform public.contar_fallo_tienda('codigo');
    return public.rechazo('codigo_no_valido');
  end if;
  perform public.devolver_codigo(auth.uid());
  select jsonb_build_object('ok', true, 'nombre', p.nombre, 'nombre_en', p.nombre_en, 'edicion', e.nombre,
    'portada_url', coalesce(e.portada_url, p.portada_url),
    'portada_blur', case when e.portada_url is null then p.portada_blur else e.portada_blur end)
  into v_respuesta
  from public.productos p left join public.ediciones e on e.id = v_codigo.id_edicion
  where p.id = v_codigo.id_producto;
  if public.ya_lo_tiene(auth.uid(), v_codigo.id_producto, v_codigo.id_edicion) then
    return public.rechazo('ya_lo_tienes');
  end if;
  return v_respuesta;
end
$$;

create or replace function public.canjear_codigo(p_codigo text, p_minecraft_name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
  v_codigo public.codigos_canjes;
  v_pedido uuid;
  v_reputacion text;
begin
  if v_usuario is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if p_minecraft_name is null or p_minecraft_name !~ '^[A-Za-z0-9_]{6,16}$' then
    return public.rechazo('nombre_minecraft_no_valido');
  end if;
  if not public.contar_codigo(v_usuario) then return public.rechazo('demasiados_intentos'); end if;
  -- Whoever comes first has the code; the others wait here, and then find it used.
  select * into v_codigo from public.codigos_canjes where upper(codigo) = upper(btrim(p_codigo)) for update;
  if v_codigo.id is null or v_codigo.canjeado then
    perform public.contar_fallo_tienda('codigo');
    return public.rechazo('codigo_no_valido');
  end if;
  perform public.devolver_codigo(v_usuario);
  select reputacion into v_reputacion from public.usuarios_meta where id = v_usuario for no key update;
  if v_reputacion = 'deshabilitado' then return public.rechazo('cuenta_deshabilitada'); end if;
  if public.ya_lo_tiene(v_usuario, v_codigo.id_producto, v_codigo.id_edicion) then
    return public.rechazo('ya_lo_tienes');
  end if;
  insert into public.adquisiciones (user_id, producto_id, edicion_id, origen, es_reserva, precio_pagado, minecraft_name)
  select v_usuario, p.id, v_codigo.id_edicion, 'codigo', coalesce(e.reserva, p.reserva), 0, p_minecraft_name
  from public.productos p left join public.ediciones e on e.id = v_codigo.id_edicion
  where p.id = v_codigo.id_producto
  returning id into v_pedido;
  update public.codigos_canjes set canjeado = true, canjeado_por = v_usuario, canjeado_at = now() where id = v_codigo.id;
  update public.productos set adquirido = adquirido + 1 where id = v_codigo.id_producto;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('canje:' || v_codigo.id, v_usuario, 'canje', jsonb_build_object('pedido_id', v_pedido));
  return jsonb_build_object('ok', true, 'pedido_id', v_pedido);
end
$$;

-- Whoever asks for a price or begins a payment comes by here, so coupons tried out and people asked about are counted
-- here: 30 coupons in ten minutes and 20 gifts in an hour. `cotizar_compra` gives back what was no guess.
create or replace function public.motivo_no_comprador(
  p_usuario uuid, p_destinatario uuid, p_metodo text, p_cupon text
) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuenta public.usuarios_meta;
begin
  if p_metodo is null or p_metodo not in ('tarjeta', 'paypal', 'uncoins', 'gratis') then return 'metodo_no_valido'; end if;
  if p_usuario is null then
    return case when p_cupon is not null or p_destinatario is not null then 'sin_sesion' end;
  end if;
  select * into v_cuenta from public.usuarios_meta where id = p_usuario;
  if v_cuenta.id is null then return 'sin_sesion'; end if;
  if v_cuenta.banned_until > now() then return 'cuenta_baneada'; end if;
  if v_cuenta.reputacion = 'deshabilitado' then return 'cuenta_deshabilitada'; end if;
  if p_cupon is not null and not public.contar_intento('cupon', p_usuario::text, 30, '10 minutes') then
    return 'demasiados_intentos';
  end if;
  if p_destinatario is null then return null; end if;
  if p_destinatario = p_usuario then return 'regalo_a_si_mismo'; end if;
  if p_metodo = 'uncoins' then return 'metodo_no_valido'; end if;
  -- The quote of a gift is for nobody in particular; only a payment has a recipient.
  if p_destinatario = '00000000-0000-0000-0000-000000000000'
    and current_setting('tienda.cotizando_regalo', true) = 'on' then return null; end if;
  if not public.contar_intento('regalo', p_usuario::text, 20, '1 hour') then return 'demasiados_intentos'; end if;
  if not exists (select from public.usuarios_meta where id = p_destinatario) then return 'destinatario_no_existe'; end if;
  return null;
end
$$;

-- What a purchase would cost. Whether somebody else owns a thing is nobody's business, so the quote of a gift does not
-- say; beginning the payment does, before anything is paid.
create or replace function public.cotizar_compra(
  p_producto uuid, p_edicion uuid default null, p_bundle uuid default null, p_metodo text default 'tarjeta',
  p_cupon text default null, p_destinatario uuid default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
  v_para uuid := p_destinatario;
  v_respuesta jsonb;
begin
  if p_destinatario is not null and v_usuario is not null and p_destinatario <> v_usuario then
    if not exists (select from public.usuarios_meta where id = p_destinatario) then
      return public.rechazo('destinatario_no_existe');
    end if;
    v_para := '00000000-0000-0000-0000-000000000000';
    perform set_config('tienda.cotizando_regalo', 'on', true);
  end if;
  v_respuesta := public.presupuestar(v_usuario, p_producto, p_edicion, p_bundle, p_metodo, p_cupon, v_para) - 'interno';
  perform set_config('tienda.cotizando_regalo', '', true);
  if p_cupon is not null and v_usuario is not null
    and coalesce(v_respuesta ->> 'error', '') not in ('cupon_no_valido', 'demasiados_intentos') then
    perform public.devolver_intento('cupon', v_usuario::text);
  end if;
  return v_respuesta;
end
$$;

create or replace function public.escribir_resena(p_producto uuid, p_estrellas integer, p_texto text) returns jsonb
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
  if not public.contar_intento('resena', auth.uid()::text, 30, '1 hour') then
    return public.rechazo('demasiados_intentos');
  end if;
  insert into public.resenas as r (producto_id, user_id, estrellas, texto)
  values (p_producto, auth.uid(), p_estrellas, btrim(coalesce(p_texto, '')))
  on conflict (producto_id, user_id) do update
    set estrellas = excluded.estrellas, texto = excluded.texto, editada_at = now()
  returning r.id into v_resena;
  return jsonb_build_object('ok', true, 'resena_id', v_resena);
end
$$;

create or replace function public.reportar(p_tipo text, p_objeto uuid, p_motivo text, p_texto text) returns jsonb
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
  if not public.contar_intento('reporte', auth.uid()::text, 20, '1 hour') then
    return public.rechazo('demasiados_intentos');
  end if;
  insert into public.reportes (objeto_tipo, objeto_id, user_id, motivo, texto)
  values (p_tipo, p_objeto, auth.uid(), p_motivo, btrim(coalesce(p_texto, '')))
  on conflict (objeto_tipo, objeto_id, user_id) where estado = 'abierto' do nothing;
  return jsonb_build_object('ok', true);
end
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.olvidar_intentos() to service_role;
