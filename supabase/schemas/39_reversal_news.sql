-- Import of provider readings. A reading is applied only if it is newer, so the result does not depend on their order.

-- The rank of a refund state: readings never lower it.
create function privado.rango_reembolso(p_estado text) returns integer
language sql immutable set search_path = '' as $$
  select case p_estado when 'pendiente' then 1 when 'hecho' then 2 when 'fallido' then 3 else 0 end;
$$;

-- The rank of a dispute phase: readings never lower it.
create function privado.rango_disputa(p_fase text) returns integer
language sql immutable set search_path = '' as $$
  select case p_fase when 'consulta' then 1 when 'abierta' then 2 when 'sin_decidir' then 3 when 'perdida' then 4 else 5 end;
$$;

-- Imports a refund.
create function privado.anotar_hecho_reembolso(p_pago public.pagos, p_hecho jsonb) returns void
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
    -- The refund that this shop ordered.
    select * into v_fila from public.reembolsos
    where pago_id = p_pago.id and id = (p_hecho ->> 'propio')::uuid and referencia is null;
  end if;
  if v_fila.id is null then
    insert into public.reembolsos (pago_id, motivo, estado, centimos, proveedor, referencia, error, proveedor_at, hecho_at, fallido_at)
    values (p_pago.id, case when char_length(p_hecho ->> 'motivo') >= 3 then left(p_hecho ->> 'motivo', 500) end, v_estado,
      v_centimos, p_pago.proveedor, p_hecho ->> 'referencia', left(p_hecho ->> 'error', 500),
      (p_hecho ->> 'created_at')::timestamptz, case when v_estado = 'hecho' then now() end,
      case when v_estado = 'fallido' then now() end)
    returning * into v_fila;
  else
    if v_fila.referencia is not distinct from p_hecho ->> 'referencia'
      and privado.rango_reembolso(v_estado) <= privado.rango_reembolso(v_fila.estado) then return;
    end if;
    update public.reembolsos set estado = v_estado, centimos = v_centimos, proveedor = p_pago.proveedor,
      referencia = p_hecho ->> 'referencia', error = left(p_hecho ->> 'error', 500),
      proveedor_at = (p_hecho ->> 'created_at')::timestamptz,
      hecho_at = case when v_estado = 'hecho' then now() else hecho_at end,
      fallido_at = case when v_estado = 'fallido' then now() end
    where id = v_fila.id returning * into v_fila;
  end if;
  perform privado.avisar_reembolso(v_fila);
  if v_estado = 'hecho' then
    update public.casos_admin set resuelto = true where clave = 'reembolso_rechazado:' || v_fila.id and not resuelto;
  elsif v_estado = 'fallido' then
    perform public.abrir_caso('reembolso_fallido', 'reembolso_fallido:' || v_fila.id, p_pago.id,
      jsonb_strip_nulls(jsonb_build_object('reembolso', v_fila.referencia, 'centimos', v_centimos, 'error', v_fila.error)));
  end if;
end
$$;

-- Imports a dispute.
create function privado.anotar_hecho_disputa(p_pago public.pagos, p_hecho jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_fila public.disputas;
  v_clave text := p_pago.proveedor || ':' || (p_hecho ->> 'referencia');
begin
  select * into v_fila from public.disputas where proveedor = p_pago.proveedor and referencia = p_hecho ->> 'referencia';
  if v_fila.id is not null and (v_fila.pago_id <> p_pago.id
    or (v_fila.version, privado.rango_disputa(v_fila.fase))
      >= ((p_hecho ->> 'version')::bigint, privado.rango_disputa(p_hecho ->> 'fase'))) then return;
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
  -- An inquiry moves no money, and a decided dispute has no deadline.
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

-- Imports the refunds and disputes of a payment: `{"reembolsos": […], "disputas": […]}`. Rows that are not listed do
-- not change.
create function public.anotar_reversiones(p_proveedor text, p_referencia text, p_hechos jsonb, p_pago uuid default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
  v_hechos jsonb := privado.leer_json(p_hechos);
begin
  perform privado.bloquear_con_mejoras(coalesce(
    (select id from public.pagos where proveedor = p_proveedor and referencia = p_referencia), p_pago));
  v_pago := privado.bloquear_pago(p_proveedor, p_referencia, p_pago);
  -- Another charge for the same payment is a case of its own.
  if v_pago.id is null or v_pago.referencia <> p_referencia then return privado.rechazo('pago_no_existe'); end if;
  if v_pago.referencia is null then
    update public.pagos set referencia = p_referencia where id = v_pago.id returning * into v_pago;
  end if;
  perform privado.anotar_hecho_disputa(v_pago, h)
  from jsonb_array_elements(coalesce(v_hechos -> 'disputas', '[]')) h order by h ->> 'referencia';
  perform privado.anotar_hecho_reembolso(v_pago, h)
  from jsonb_array_elements(coalesce(v_hechos -> 'reembolsos', '[]')) h order by h ->> 'referencia';
  return privado.describir_pago(privado.recomponer_pago(v_pago));
end
$$;
grant execute on function public.anotar_reversiones(text, text, jsonb, uuid) to service_role;

-- The time when a payment's provider was last asked for reversals, because events may be lost.
create table public.revisiones_pago (
  pago_id uuid primary key references public.pagos (id) on delete cascade,
  revisado_at timestamptz not null default now()
);

alter table public.revisiones_pago enable row level security;

-- Payments whose provider is asked for reversals: those of three days always, older ones once a day while refunds are
-- possible.
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
grant execute on function public.pagos_por_revisar(integer) to service_role;
