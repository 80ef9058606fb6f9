-- Refunds and disputes by the provider's ids: each row is the current state there. The value of a payment follows from
-- these rows alone, regardless of the order and number of reports.

create table public.reembolsos (
  id uuid primary key default gen_random_uuid(),
  pago_id uuid not null references public.pagos (id) on delete restrict,
  pedido_por uuid references public.usuarios_meta (id) on delete set null,
  motivo text check (char_length(motivo) between 3 and 500),
  estado text not null default 'pedido' check (estado in ('pedido', 'pendiente', 'hecho', 'rechazado', 'fallido')),
  error text,
  created_at timestamptz not null default now(),
  hecho_at timestamptz,
  centimos integer not null check (centimos >= 0),
  proveedor text check (proveedor in ('stripe', 'paypal', 'uncoins', 'gratis')),
  referencia text,
  clave text unique check (char_length(clave) between 8 and 100),
  proveedor_at timestamptz,
  fallido_at timestamptz,
  constraint reembolsos_referencia_key unique (proveedor, referencia)
);
comment on column public.reembolsos.motivo is 'null: made at the provider, by nobody here';
comment on column public.reembolsos.referencia is 'the provider''s id of the refund';
create index reembolsos_pedido_por_idx on public.reembolsos (pedido_por);
create index reembolsos_pendientes_idx on public.reembolsos (created_at) where estado = 'pedido';
create index reembolsos_pago_id_idx on public.reembolsos (pago_id, created_at);
create index reembolsos_en_camino_idx on public.reembolsos (pago_id) where estado = 'pendiente';
create index reembolsos_hechos_idx on public.reembolsos (hecho_at) where estado = 'hecho';

alter table public.reembolsos enable row level security;
-- The admin who ordered a refund is visible to staff only.
grant select (id, pago_id, motivo, estado, error, created_at, hecho_at, centimos, proveedor, referencia, proveedor_at, fallido_at)
  on public.reembolsos to authenticated;
grant select on public.reembolsos to service_role;
create policy reembolsos_select on public.reembolsos for select to authenticated
  using ((select privado.es_admin())
    or exists (select from public.pagos p where p.id = pago_id and p.user_id = (select auth.uid())));
create policy reembolsos_segundo_paso on public.reembolsos as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create table public.disputas (
  id uuid primary key default gen_random_uuid(),
  pago_id uuid not null references public.pagos (id) on delete restrict,
  proveedor text not null check (proveedor in ('stripe', 'paypal', 'uncoins', 'gratis')),
  referencia text not null,
  fase text not null check (fase in ('consulta', 'abierta', 'sin_decidir', 'perdida', 'ganada')),
  centimos integer not null check (centimos >= 0),
  motivo text check (char_length(motivo) <= 500),
  vence_at timestamptz,
  abierta_at timestamptz not null,
  -- The provider's version: an older reading never replaces a newer one.
  version bigint not null default 0,
  created_at timestamptz not null default now(),
  unique (proveedor, referencia)
);
create index disputas_pago_id_idx on public.disputas (pago_id);

alter table public.disputas enable row level security;
grant select on public.disputas to authenticated, service_role;
create policy disputas_select on public.disputas for select to authenticated
  using ((select privado.es_admin())
    or exists (select from public.pagos p where p.id = pago_id and p.user_id = (select auth.uid())));
create policy disputas_segundo_paso on public.disputas as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- Lost cents. If PayPal decides for the buyer, it makes a refund: refunds since the dispute was opened are part of its
-- cost.
create function privado.devuelto_de(p_pago public.pagos) returns integer
language sql stable security definer set search_path = '' as $$
  with perdidas as (
    select coalesce(sum(centimos), 0) as centimos, coalesce(min(abierta_at), 'infinity') as desde
    from public.disputas where pago_id = p_pago.id and fase = 'perdida'
  ), hechos as (
    select coalesce(sum(r.centimos) filter (where p_pago.proveedor <> 'paypal'
        or coalesce(r.proveedor_at, r.created_at) < d.desde), 0) as antes,
      coalesce(sum(r.centimos) filter (where p_pago.proveedor = 'paypal'
        and coalesce(r.proveedor_at, r.created_at) >= d.desde), 0) as desde
    from perdidas d left join public.reembolsos r on r.pago_id = p_pago.id and r.estado = 'hecho'
  )
  select least(p_pago.total_centimos, h.antes + greatest(h.desde, d.centimos))::integer from hechos h, perdidas d;
$$;

-- True if a dispute holds the money. A dispute that ended undecided holds it until a later one decides.
create function privado.retenido_por_disputa(p_pago uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.disputas d where d.pago_id = p_pago and (d.fase = 'abierta' or (d.fase = 'sin_decidir'
      and not exists (select from public.disputas o where o.pago_id = p_pago and o.abierta_at > d.abierta_at)))
  );
$$;

-- Refundable cents of a payment, without completed and pending refunds.
create function privado.reembolsable_de(p_pago public.pagos) returns integer
language sql stable security definer set search_path = '' as $$
  select greatest(0, p_pago.total_centimos - privado.devuelto_de(p_pago) - coalesce((
    select sum(centimos) from public.reembolsos where pago_id = p_pago.id and estado in ('pedido', 'pendiente')), 0))::integer;
$$;

-- The public facts of a refund.
create function privado.describir_reembolso(p_reembolso public.reembolsos) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'reembolso_id', p_reembolso.id, 'pago_id', p.id, 'estado', p_reembolso.estado,
    'proveedor', p.proveedor, 'referencia', p.referencia, 'centimos', p_reembolso.centimos,
    'total_centimos', p.total_centimos)
  from public.pagos p where p.id = p_reembolso.pago_id;
$$;

-- Notifies the buyer of a refund, once, and of its failure if they were notified before.
create function privado.avisar_reembolso(p_reembolso public.reembolsos) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.correos (clave, user_id, plantilla, datos)
  select 'reembolso:' || p_reembolso.id || case when p_reembolso.estado = 'fallido' then ':fallido' else '' end,
    p.user_id, 'reembolso', jsonb_build_object('pago_id', p.id, 'nombre', p.presupuesto ->> 'nombre',
      'estado', p_reembolso.estado, 'centimos', p_reembolso.centimos, 'metodo', p.metodo,
      'entero', privado.devuelto_de(p) >= p.total_centimos, 'caducado', privado.regalo_caducado(p.id),
      'motivo', p_reembolso.motivo)
  from public.pagos p
  where p.id = p_reembolso.pago_id
    -- Automatic refunds are explained in another mail.
    and coalesce(p_reembolso.motivo, '') not like 'no_entregable: %' and (p_reembolso.estado = 'hecho' or (p_reembolso.estado = 'fallido'
    and exists (select from public.correos where clave = 'reembolso:' || p_reembolso.id)))
  on conflict (clave) do nothing;
$$;

-- Orders a refund of `p_centimos`, or of all that is left, of a payment that the caller has locked. The provider is called
-- afterwards; coins return at once.
create function privado.ordenar_devolucion(
  p_pago public.pagos, p_motivo text, p_centimos integer, p_clave text, p_pedido_por uuid
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_reembolso public.reembolsos;
  v_queda integer;
begin
  if p_pago.estado = 'reembolsado' then return privado.rechazo('ya_reembolsado'); end if;
  if p_pago.estado not in ('pagado', 'entregado') or p_pago.total_centimos = 0 then
    return privado.rechazo('no_reembolsable');
  end if;
  v_queda := privado.reembolsable_de(p_pago);
  if v_queda = 0 then return privado.rechazo('ya_pedido'); end if;
  if p_centimos is not null and (p_centimos <= 0 or p_centimos > v_queda) then
    return privado.rechazo('importe_no_valido') || jsonb_build_object('queda_centimos', v_queda);
  end if;
  insert into public.reembolsos (pago_id, pedido_por, motivo, centimos, clave, proveedor)
  values (p_pago.id, p_pedido_por, btrim(p_motivo), coalesce(p_centimos, v_queda), p_clave, p_pago.proveedor)
  returning * into v_reembolso;
  if p_pago.proveedor = 'uncoins' then
    update public.reembolsos set estado = 'hecho', hecho_at = now(), referencia = id::text
    where id = v_reembolso.id returning * into v_reembolso;
    perform privado.avisar_reembolso(v_reembolso);
    perform privado.recomponer_pago(p_pago);
  end if;
  return privado.describir_reembolso(v_reembolso);
end
$$;

-- Orders a refund of `p_centimos`, or of all that is left. Idempotent per `p_clave`.
create function public.pedir_reembolso_parcial(p_pago uuid, p_motivo text, p_centimos integer, p_clave text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
  v_reembolso public.reembolsos;
begin
  if not privado.es_admin() and coalesce(auth.role(), '') <> 'service_role' then return privado.rechazo('sin_permiso'); end if;
  if not privado.es_motivo(p_motivo) then
    return privado.rechazo('motivo_no_valido');
  end if;
  if p_clave is not null and char_length(p_clave) not between 8 and 100 then return privado.rechazo('clave_no_valida'); end if;
  v_pago := privado.bloquear_con_mejoras(p_pago);
  if v_pago.id is null then return privado.rechazo('pago_no_existe'); end if;
  if p_clave is not null then
    select * into v_reembolso from public.reembolsos where clave = p_clave;
    if v_reembolso.pago_id <> p_pago or v_reembolso.centimos <> p_centimos then return privado.rechazo('clave_usada'); end if;
    if found then return privado.describir_reembolso(v_reembolso); end if;
  end if;
  return privado.ordenar_devolucion(v_pago, p_motivo, p_centimos, p_clave, auth.uid());
end
$$;
grant execute on function public.pedir_reembolso_parcial(uuid, text, integer, text) to authenticated, service_role;

-- Orders a refund of all that is left. Idempotent until the provider answers.
create function public.pedir_reembolso(p_pago uuid, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_respuesta jsonb;
  v_reembolso public.reembolsos;
begin
  if not privado.es_admin() and coalesce(auth.role(), '') <> 'service_role' then return privado.rechazo('sin_permiso'); end if;
  v_respuesta := public.pedir_reembolso_parcial(p_pago, p_motivo, null, null);
  if v_respuesta ->> 'error' is distinct from 'ya_pedido' then return v_respuesta; end if;
  select * into v_reembolso from public.reembolsos where pago_id = p_pago and estado = 'pedido'
  order by created_at desc limit 1;
  return case when v_reembolso.id is null then v_respuesta else privado.describir_reembolso(v_reembolso) end;
end
$$;
grant execute on function public.pedir_reembolso(uuid, text) to authenticated, service_role;

-- Records the provider's refusal with its reason. If no caller waits for the answer, it opens a case.
create function public.rechazar_reembolso(p_reembolso uuid, p_error text) returns void
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
grant execute on function public.rechazar_reembolso(uuid, text) to service_role;

-- Logs refunds ordered by admins.
create function privado.anotar_reembolso() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform privado.anotar('pedir_reembolso', 'pago', new.pago_id::text, null,
    jsonb_build_object('reembolso', new.id), new.motivo);
  return null;
end
$$;
create trigger anotar_reembolso after insert or update of pedido_por, motivo on public.reembolsos
  for each row when (new.estado = 'pedido' and new.pedido_por is not null) execute function privado.anotar_reembolso();
