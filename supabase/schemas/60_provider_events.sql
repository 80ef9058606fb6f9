-- Incoming events of providers.

create table public.eventos_proveedor (
  id bigint generated always as identity primary key,
  proveedor text not null check (proveedor in ('stripe', 'paypal')),
  evento_id text not null,
  tipo text not null,
  payload jsonb not null,
  recibido_at timestamptz not null default now(),
  procesado_at timestamptz,
  unique (proveedor, evento_id)
);
create index eventos_proveedor_pendientes_idx on public.eventos_proveedor (recibido_at) where procesado_at is null;
create index eventos_proveedor_recibido_at_idx on public.eventos_proveedor (recibido_at desc, id desc);
create index eventos_proveedor_evento_id_idx on public.eventos_proveedor (evento_id);
create index eventos_proveedor_aprobados_idx on public.eventos_proveedor ((payload #>> '{resource,id}'))
  where tipo = 'CHECKOUT.ORDER.APPROVED';
create index eventos_proveedor_tipo_idx on public.eventos_proveedor (tipo text_pattern_ops, recibido_at desc);

alter table public.eventos_proveedor enable row level security;
grant select on public.eventos_proveedor to authenticated, service_role;
create policy eventos_proveedor_select on public.eventos_proveedor for select to authenticated
  using ((select privado.es_admin()));
create policy eventos_proveedor_segundo_paso on public.eventos_proveedor as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- Records an event. It counts as new until `cerrar_evento`, so that a failed one is repeated.
create function public.registrar_evento(
  p_proveedor text, p_evento_id text, p_tipo text, p_payload jsonb
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_procesado timestamptz;
begin
  insert into public.eventos_proveedor (proveedor, evento_id, tipo, payload)
  values (p_proveedor, p_evento_id, p_tipo, privado.leer_json(p_payload))
  on conflict (proveedor, evento_id) do nothing;
  select procesado_at into v_procesado from public.eventos_proveedor
  where proveedor = p_proveedor and evento_id = p_evento_id;
  return jsonb_build_object('ok', true, 'nuevo', v_procesado is null);
end
$$;
grant execute on function public.registrar_evento(text, text, text, jsonb) to service_role;

-- Marks an event as handled.
create function public.cerrar_evento(p_proveedor text, p_evento_id text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.eventos_proveedor set procesado_at = coalesce(procesado_at, now())
  where proveedor = p_proveedor and evento_id = p_evento_id;
$$;
grant execute on function public.cerrar_evento(text, text) to service_role;

-- True if the buyer of a declined payment has approved its order at PayPal again since. PayPal sends an event for each
-- approval, so there are more of them than declines, and one of them is newer than the last decline. Its time alone
-- proves nothing: PayPal writes the event some seconds after the approval, and the charge may be declined meanwhile.
create function privado.aprobado_de_nuevo(p_pago public.pagos) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(count(*) > p_pago.rechazos
    and max((payload ->> 'create_time')::timestamptz) > p_pago.rechazado_at, false)
  from public.eventos_proveedor
  where proveedor = 'paypal' and tipo = 'CHECKOUT.ORDER.APPROVED' and payload #>> '{resource,id}' = p_pago.referencia;
$$;

-- Declined payments that were approved again and not charged since, for the job.
create function public.pagos_aprobados_de_nuevo() returns table (
  id uuid, proveedor text, referencia text, created_at timestamptz, pendiente_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select p.id, p.proveedor, p.referencia, p.created_at, p.pendiente_at from public.pagos p
  where p.estado = 'fallido' and p.proveedor = 'paypal' and p.created_at > now() - interval '1 day'
    and p.motivo_no_entregado is null and privado.aprobado_de_nuevo(p)
  order by p.created_at limit 100;
$$;
grant execute on function public.pagos_aprobados_de_nuevo() to service_role;

-- The unhandled events of a list, in its order.
create function public.eventos_sin_tratar(p_proveedor text, p_eventos text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(x.id order by x.puesto), '[]') from unnest(p_eventos) with ordinality x(id, puesto)
  where not exists (
    select from public.eventos_proveedor e
    where e.proveedor = p_proveedor and e.evento_id = x.id and e.procesado_at is not null);
$$;
grant execute on function public.eventos_sin_tratar(text, text[]) to service_role;

-- The time from which all events must be read again after a restore; null if done.
create function public.restauracion_por_repasar() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', max(id), 'desde', min(copia_at))
  from public.restauraciones where repasada_at is null having count(*) > 0;
$$;
grant execute on function public.restauracion_por_repasar() to service_role;

-- Marks the events since these restores' backups as handled.
create function public.cerrar_restauracion(p_hasta integer) returns void
language sql volatile security definer set search_path = '' as $$
  update public.restauraciones set repasada_at = now() where id <= p_hasta and repasada_at is null;
$$;
grant execute on function public.cerrar_restauracion(integer) to service_role;
