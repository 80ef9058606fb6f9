-- Each document of a payment can be asked for: by the order or the payment, or by its own id.

create or replace function public.describir_factura(p_factura public.facturas) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'serie', p_factura.serie, 'numero', p_factura.numero,
    'emitida_at', p_factura.emitida_at, 'datos', p_factura.datos,
    'rectifica', (select f.serie || '-' || lpad(f.numero::text, 6, '0') from public.facturas f where f.id = p_factura.rectifica),
    'anula', (select f.serie || '-' || lpad(f.numero::text, 6, '0') from public.facturas f where f.id = p_factura.anula));
$$;

create or replace function public.emitir_factura(p_id uuid, p_rectificativa boolean default false) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
  v_factura public.facturas;
begin
  if auth.uid() is null or not public.puede_actuar() then return public.rechazo('no_existe'); end if;
  select * into v_factura from public.facturas where id = p_id;
  select p.* into v_pago from public.pagos p
  where p.id = p_id or p.id = v_factura.pago_id
    or p.id = (select a.pago_id from public.adquisiciones a where a.id = p_id);
  if v_pago.id is null or (v_pago.user_id <> auth.uid() and not public.es_admin()) then
    return public.rechazo('no_existe');
  end if;
  if v_factura.id is not null then return public.describir_factura(v_factura); end if;
  if p_rectificativa then
    -- The newest that stands.
    select f.* into v_factura from public.facturas f
    where f.pago_id = v_pago.id and f.rectifica is not null and f.anula is null
      and not exists (select from public.facturas a where a.anula = f.id)
    order by f.emitida_at desc, f.numero desc limit 1;
    if v_factura.id is null then return public.rechazo('no_existe'); end if;
    return public.describir_factura(v_factura);
  end if;
  if v_pago.proveedor not in ('stripe', 'paypal') or v_pago.total_centimos = 0
    or v_pago.estado not in ('entregado', 'reembolsado', 'en_disputa') or v_pago.entregado_at is null then
    return public.rechazo('no_existe');
  end if;
  return public.describir_factura(public.escribir_factura(v_pago));
end
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.emitir_factura(uuid, boolean) to authenticated;
