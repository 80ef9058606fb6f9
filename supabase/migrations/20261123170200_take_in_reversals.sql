-- The news of what went back, and the orders to give back. A reading of a provider is taken in as far as it is newer
-- than what is known: the same rows result whatever order readings come in.

create function public.rango_reembolso(p_estado text) returns integer
language sql immutable set search_path = '' as $$
  select case p_estado when 'pendiente' then 1 when 'hecho' then 2 when 'fallido' then 3 else 0 end;
$$;

create function public.rango_disputa(p_fase text) returns integer
language sql immutable set search_path = '' as $$
  select case p_fase when 'consulta' then 1 when 'abierta' then 2 when 'sin_decidir' then 3 when 'perdida' then 4 else 5 end;
$$;

-- Tells the buyer what went back, once, and that it came to nothing if they were told that it went.
create function public.avisar_reembolso(p_reembolso public.reembolsos) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.correos (clave, user_id, plantilla, datos)
  select 'reembolso:' || p_reembolso.id || case when p_reembolso.estado = 'fallido' then ':fallido' else '' end,
    p.user_id, 'reembolso', jsonb_build_object('pago_id', p.id, 'nombre', p.presupuesto ->> 'nombre',
      'estado', p_reembolso.estado, 'centimos', p_reembolso.centimos, 'metodo', p.metodo,
      'entero', public.devuelto_de(p) >= p.total_centimos, 'motivo', p_reembolso.motivo)
  from public.pagos p
  where p.id = p_reembolso.pago_id
    -- What the shop gives back by itself it has explained in a mail of its own.
    and coalesce(p_reembolso.motivo, '') not like 'no_entregable: %' and (p_reembolso.estado = 'hecho' or (p_reembolso.estado = 'fallido'
    and exists (select from public.correos where clave = 'reembolso:' || p_reembolso.id)))
  on conflict (clave) do nothing;
$$;

create function public.anotar_hecho_reembolso(p_pago public.pagos, p_hecho jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_estado text := p_hecho ->> 'estado';
  v_centimos integer := (p_hecho ->> 'centimos')::integer;
  v_fila public.reembolsos;
begin
  select * into v_fila from public.reembolsos
  where proveedor = p_pago.proveedor and referencia = p_hecho ->> 'referencia';
  if v_fila.id is not null and v_fila.pago_id <> p_pago.id then return; end if;
  if v_fila.id is null then
    -- The refund that this shop asked for; or one that was known by its effect only and has a name now.
    select * into v_fila from public.reembolsos
    where pago_id = p_pago.id and ((id = (p_hecho ->> 'propio')::uuid and referencia is null)
      or referencia = 'resto:' || p_pago.id)
    order by (id = (p_hecho ->> 'propio')::uuid) desc nulls last limit 1;
  end if;
  if v_fila.id is null then
    insert into public.reembolsos (pago_id, motivo, estado, centimos, proveedor, referencia, error, proveedor_at, hecho_at, fallido_at)
    values (p_pago.id, case when char_length(p_hecho ->> 'motivo') >= 3 then left(p_hecho ->> 'motivo', 500) end, v_estado,
      v_centimos, p_pago.proveedor, p_hecho ->> 'referencia', left(p_hecho ->> 'error', 500),
      (p_hecho ->> 'creado_at')::timestamptz, case when v_estado = 'hecho' then now() end,
      case when v_estado = 'fallido' then now() end)
    returning * into v_fila;
  else
    if v_fila.referencia is not distinct from p_hecho ->> 'referencia'
      and public.rango_reembolso(v_estado) <= public.rango_reembolso(v_fila.estado) then return;
    end if;
    update public.reembolsos set estado = v_estado, centimos = v_centimos, proveedor = p_pago.proveedor,
      referencia = p_hecho ->> 'referencia', error = left(p_hecho ->> 'error', 500),
      proveedor_at = (p_hecho ->> 'creado_at')::timestamptz,
      hecho_at = case when v_estado = 'hecho' then now() else hecho_at end,
      fallido_at = case when v_estado = 'fallido' then now() end
    where id = v_fila.id returning * into v_fila;
  end if;
  perform public.avisar_reembolso(v_fila);
  if v_estado = 'fallido' then
    perform public.abrir_caso('reembolso_fallido', 'reembolso_fallido:' || v_fila.id, p_pago.id,
      jsonb_strip_nulls(jsonb_build_object('reembolso', v_fila.referencia, 'centimos', v_centimos, 'error', v_fila.error)));
  end if;
end
$$;

create function public.anotar_hecho_disputa(p_pago public.pagos, p_hecho jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_fila public.disputas;
  v_clave text := p_pago.proveedor || ':' || (p_hecho ->> 'referencia');
begin
  select * into v_fila from public.disputas where proveedor = p_pago.proveedor and referencia = p_hecho ->> 'referencia';
  if v_fila.id is not null and (v_fila.pago_id <> p_pago.id
    or (v_fila.version, public.rango_disputa(v_fila.fase))
      >= ((p_hecho ->> 'version')::bigint, public.rango_disputa(p_hecho ->> 'fase'))) then return;
  end if;
  if v_fila.id is null then
    select * into v_fila from public.disputas where pago_id = p_pago.id and referencia = 'resto:' || p_pago.id;
  end if;
  if v_fila.id is null then
    insert into public.disputas (pago_id, proveedor, referencia, fase, centimos, abierta_at)
    values (p_pago.id, p_pago.proveedor, p_hecho ->> 'referencia', p_hecho ->> 'fase',
      (p_hecho ->> 'centimos')::integer, (p_hecho ->> 'abierta_at')::timestamptz)
    returning * into v_fila;
  end if;
  update public.disputas set referencia = p_hecho ->> 'referencia', fase = p_hecho ->> 'fase',
    centimos = (p_hecho ->> 'centimos')::integer, motivo = left(p_hecho ->> 'motivo', 500),
    vence_at = (p_hecho ->> 'vence_at')::timestamptz, abierta_at = (p_hecho ->> 'abierta_at')::timestamptz,
    version = (p_hecho ->> 'version')::bigint
  where id = v_fila.id returning * into v_fila;
  -- A question of the buyer takes nothing away, and a dispute that is decided waits for nobody.
  if v_fila.fase in ('perdida', 'ganada') then
    update public.casos_admin set resuelto = true
    where clave in ('consulta:' || v_clave, 'disputa:' || v_clave, 'sin_decidir:' || v_clave) and not resuelto;
  else
    perform public.abrir_caso(
      case v_fila.fase when 'abierta' then 'disputa' when 'consulta' then 'consulta' else 'disputa_sin_decidir' end,
      case v_fila.fase when 'abierta' then 'disputa:' when 'consulta' then 'consulta:' else 'sin_decidir:' end || v_clave,
      p_pago.id, jsonb_strip_nulls(jsonb_build_object('disputa', v_fila.referencia, 'centimos', v_fila.centimos,
        'motivo', v_fila.motivo, 'responder_antes_de', v_fila.vence_at)));
  end if;
end
$$;

-- Takes in how the refunds and disputes of a payment stand at its provider: `{"reembolsos": […], "disputas": […]}`.
-- What is not in it is left as it was.
create function public.anotar_reversiones(p_proveedor text, p_referencia text, p_hechos jsonb, p_pago uuid default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos := public.bloquear_pago(p_proveedor, p_referencia, p_pago);
  v_hechos jsonb := public.leer_json(p_hechos);
begin
  -- Another charge for the same payment is not this one: that is a case of its own.
  if v_pago.id is null or v_pago.referencia <> p_referencia then return public.rechazo('pago_no_existe'); end if;
  if v_pago.referencia is null then
    update public.pagos set referencia = p_referencia where id = v_pago.id returning * into v_pago;
  end if;
  perform public.anotar_hecho_disputa(v_pago, h)
  from jsonb_array_elements(coalesce(v_hechos -> 'disputas', '[]')) h order by h ->> 'referencia';
  perform public.anotar_hecho_reembolso(v_pago, h)
  from jsonb_array_elements(coalesce(v_hechos -> 'reembolsos', '[]')) h order by h ->> 'referencia';
  return public.describir_pago(public.recomponer_pago(v_pago));
end
$$;

-- All of a payment was taken back, or is held, as far as that is known without the provider's ids.
create or replace function public.revertir_pago(p_proveedor text, p_referencia text, p_estado text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos := public.bloquear_pago(p_proveedor, p_referencia, null);
  v_ids uuid[];
begin
  if p_estado is null or p_estado not in ('reembolsado', 'en_disputa') then
    return public.rechazo('estado_no_valido');
  end if;
  if v_pago.id is null then return public.rechazo('pago_no_existe'); end if;
  if v_pago.estado in (p_estado, 'reembolsado') then return public.describir_pago(v_pago); end if;
  if p_estado = 'en_disputa' then
    insert into public.disputas as d (pago_id, proveedor, referencia, fase, centimos, abierta_at)
    values (v_pago.id, v_pago.proveedor, 'resto:' || v_pago.id, 'abierta', v_pago.total_centimos, now())
    on conflict (proveedor, referencia) do update set fase = 'abierta', version = d.version + 1;
  else
    with hechos as (
      update public.reembolsos set estado = 'hecho', hecho_at = now(), error = null, proveedor = v_pago.proveedor,
        referencia = coalesce(referencia, 'resto:' || id)
      where pago_id = v_pago.id and estado in ('pedido', 'pendiente') returning id
    )
    select array_agg(id) into v_ids from hechos;
    insert into public.reembolsos (pago_id, estado, centimos, proveedor, referencia, hecho_at)
    select v_pago.id, 'hecho', v_pago.total_centimos - public.devuelto_de(v_pago), v_pago.proveedor, 'resto:' || v_pago.id, now()
    where v_ids is null or public.devuelto_de(v_pago) < v_pago.total_centimos
    on conflict (proveedor, referencia) do update set estado = 'hecho', centimos = v_pago.total_centimos;
    perform public.avisar_reembolso(r) from public.reembolsos r where r.pago_id = v_pago.id and r.estado = 'hecho';
  end if;
  return public.describir_pago(public.recomponer_pago(v_pago));
end
$$;

-- What was held is free again.
create or replace function public.restituir_pago(p_proveedor text, p_referencia text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos := public.bloquear_pago(p_proveedor, p_referencia, null);
begin
  if v_pago.id is null then return public.rechazo('pago_no_existe'); end if;
  update public.disputas set fase = 'ganada', version = version + 1
  where pago_id = v_pago.id and fase in ('abierta', 'sin_decidir');
  return public.describir_pago(public.recomponer_pago(v_pago));
end
$$;

-- What the provider refused, in its own words for the admin. Where nobody waits for the answer it is a case.
create or replace function public.rechazar_reembolso(p_reembolso uuid, p_error text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_fila public.reembolsos;
begin
  update public.reembolsos set estado = 'rechazado', error = left(p_error, 500)
  where id = p_reembolso and estado = 'pedido' returning * into v_fila;
  if v_fila.id is null or (v_fila.pedido_por is not null and v_fila.created_at > now() - interval '2 minutes') then return; end if;
  perform public.abrir_caso('reembolso_rechazado', 'reembolso_rechazado:' || v_fila.id, v_fila.pago_id,
    jsonb_build_object('centimos', v_fila.centimos, 'error', v_fila.error));
end
$$;

-- Cents of a payment that may still be given back: not what went, and not what is on its way.
create function public.reembolsable_de(p_pago public.pagos) returns integer
language sql stable security definer set search_path = '' as $$
  select greatest(0, p_pago.total_centimos - public.devuelto_de(p_pago) - coalesce((
    select sum(centimos) from public.reembolsos where pago_id = p_pago.id and estado in ('pedido', 'pendiente')), 0))::integer;
$$;

create function public.describir_reembolso(p_reembolso public.reembolsos) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'reembolso_id', p_reembolso.id, 'pago_id', p.id, 'estado', p_reembolso.estado,
    'proveedor', p.proveedor, 'referencia', p.referencia, 'centimos', p_reembolso.centimos,
    'total_centimos', p.total_centimos)
  from public.pagos p where p.id = p_reembolso.pago_id;
$$;

-- Money of a payment is ordered back: all that is left, or `p_centimos` of it. The provider is told afterwards; coins
-- go back at once. The same `p_clave` is the same order, however often it is sent.
create function public.pedir_reembolso_parcial(p_pago uuid, p_motivo text, p_centimos integer, p_clave text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
  v_reembolso public.reembolsos;
  v_queda integer;
begin
  if not public.es_admin() and coalesce(auth.role(), '') <> 'service_role' then return public.rechazo('sin_permiso'); end if;
  if p_motivo is null or char_length(btrim(p_motivo)) not between 3 and 500 then
    return public.rechazo('motivo_no_valido');
  end if;
  if p_clave is not null and char_length(p_clave) not between 8 and 100 then return public.rechazo('clave_no_valida'); end if;
  select * into v_pago from public.pagos where id = p_pago for no key update;
  if v_pago.id is null then return public.rechazo('pago_no_existe'); end if;
  if p_clave is not null then
    select * into v_reembolso from public.reembolsos where clave = p_clave;
    if v_reembolso.pago_id <> p_pago or v_reembolso.centimos <> p_centimos then return public.rechazo('clave_usada'); end if;
    if found then return public.describir_reembolso(v_reembolso); end if;
  end if;
  if v_pago.estado = 'reembolsado' then return public.rechazo('ya_reembolsado'); end if;
  if v_pago.estado not in ('pagado', 'entregado') or v_pago.total_centimos = 0 then
    return public.rechazo('no_reembolsable');
  end if;
  v_queda := public.reembolsable_de(v_pago);
  if v_queda = 0 then return public.rechazo('ya_pedido'); end if;
  if p_centimos is not null and (p_centimos <= 0 or p_centimos > v_queda) then
    return public.rechazo('importe_no_valido') || jsonb_build_object('queda_centimos', v_queda);
  end if;
  insert into public.reembolsos (pago_id, pedido_por, motivo, centimos, clave, proveedor)
  values (p_pago, auth.uid(), btrim(p_motivo), coalesce(p_centimos, v_queda), p_clave, v_pago.proveedor)
  returning * into v_reembolso;
  if v_pago.proveedor = 'uncoins' then
    update public.reembolsos set estado = 'hecho', hecho_at = now(), referencia = id::text
    where id = v_reembolso.id returning * into v_reembolso;
    perform public.avisar_reembolso(v_reembolso);
    perform public.recomponer_pago(v_pago);
  end if;
  return public.describir_reembolso(v_reembolso);
end
$$;

-- All that is left of a payment. Asked again before the provider has answered, it is the same order.
create or replace function public.pedir_reembolso(p_pago uuid, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_respuesta jsonb;
  v_reembolso public.reembolsos;
begin
  if not public.es_admin() and coalesce(auth.role(), '') <> 'service_role' then return public.rechazo('sin_permiso'); end if;
  v_respuesta := public.pedir_reembolso_parcial(p_pago, p_motivo, null, null);
  if v_respuesta ->> 'error' is distinct from 'ya_pedido' then return v_respuesta; end if;
  select * into v_reembolso from public.reembolsos where pago_id = p_pago and estado = 'pedido'
  order by created_at desc limit 1;
  return case when v_reembolso.id is null then v_respuesta else public.describir_reembolso(v_reembolso) end;
end
$$;

-- Payments whose provider is asked what has gone back, because its news may be lost: those of three days always, older
-- ones once a day for as long as the provider gives money back.
create function public.pagos_por_revisar(p_limite integer default 200) returns table (id uuid, proveedor text, referencia text)
language sql volatile security definer set search_path = '' as $$
  with posibles as (
    select p.id, p.proveedor, p.referencia from public.pagos p left join public.revisiones_pago r on r.pago_id = p.id
    where p.proveedor = 'paypal' and coalesce(p.pagado_at, p.revertido_at) > now() - interval '180 days'
      and (coalesce(p.pagado_at, p.revertido_at) > now() - interval '3 days'
        or r.revisado_at is null or r.revisado_at < now() - interval '1 day')
    union
    select p.id, p.proveedor, p.referencia from public.reembolsos x join public.pagos p on p.id = x.pago_id
    where x.estado = 'pendiente'
  ), elegidos as materialized (
    select e.* from posibles e left join public.revisiones_pago r on r.pago_id = e.id
    where e.referencia is not null
    order by r.revisado_at nulls first, e.id limit least(greatest(p_limite, 1), 1000)
  ), anotados as (
    insert into public.revisiones_pago (pago_id) select e.id from elegidos e
    on conflict (pago_id) do update set revisado_at = now() returning pago_id
  )
  select e.id, e.proveedor, e.referencia from elegidos e join anotados a on a.pago_id = e.id;
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.pedir_reembolso(uuid, text),
  public.pedir_reembolso_parcial(uuid, text, integer, text) to authenticated, service_role;
grant execute on function public.anotar_reversiones(text, text, jsonb, uuid), public.pagos_por_revisar(integer),
  public.rechazar_reembolso(uuid, text) to service_role;
