-- Lives through what happened in the past, one event after the other, by the functions of the shop. Each event happens
-- now; then everything that it wrote is moved to where it belongs. All of this is gone with the transaction.

-- Speaks as a person, or as the shop's server.
create function pg_temp.ser(p_usuario uuid) returns void language plpgsql as $$
declare
  v_papel text := case when p_usuario is null then 'service_role' else 'authenticated' end;
begin
  perform set_config('request.jwt.claims',
    jsonb_strip_nulls(jsonb_build_object('sub', p_usuario, 'role', v_papel, 'aal', 'aal2'))::text, true);
end
$$;

create function pg_temp.comprobar(p_respuesta jsonb, p_evento jsonb) returns jsonb language plpgsql as $$
begin
  if not coalesce((p_respuesta ->> 'ok')::boolean, false) then
    raise exception 'the past could not happen: % answers %', p_evento, p_respuesta;
  end if;
  return p_respuesta;
end
$$;

create function pg_temp.pago_de(p_evento jsonb) returns public.pagos language sql as $$
  select p from public.pagos p
  where user_id = (p_evento ->> 'persona')::uuid and producto_id = (p_evento ->> 'producto')::uuid and estado = 'entregado'
  order by created_at desc limit 1;
$$;

create function pg_temp.comprar(e jsonb) returns void language plpgsql as $$
declare
  v_usuario uuid := (e ->> 'persona')::uuid;
  v_pago jsonb;
  v_referencia text;
begin
  perform pg_temp.ser(v_usuario);
  v_pago := pg_temp.comprobar(public.crear_pago(
    p_producto => (e ->> 'producto')::uuid, p_edicion => (e ->> 'edicion')::uuid, p_bundle => (e ->> 'bundle')::uuid,
    p_metodo => e ->> 'metodo', p_cupon => e ->> 'cupon', p_destinatario => (e ->> 'para')::uuid,
    p_minecraft_name => e ->> 'minecraft', p_clave => gen_random_uuid()::text,
    p_consentimiento => (select max(version) from public.textos_consentimiento)), e);
  if v_pago ->> 'proveedor' not in ('stripe', 'paypal') then return; end if;
  perform pg_temp.ser(null);
  v_referencia := case v_pago ->> 'proveedor' when 'stripe' then 'cs_demo_' else 'DEMO-' end || (v_pago ->> 'pago_id');
  perform pg_temp.comprobar(
    public.vincular_pago((v_pago ->> 'pago_id')::uuid, v_pago ->> 'proveedor', v_referencia), e);
  perform pg_temp.comprobar(public.entregar_pago(
    v_pago ->> 'proveedor', v_referencia, (v_pago ->> 'total_centimos')::integer, 'EUR'), e);
  -- PayPal is asked about its payments for half a year, and has never heard of this one.
  if v_pago ->> 'proveedor' = 'paypal' then
    insert into public.revisiones_pago (pago_id, revisado_at) values ((v_pago ->> 'pago_id')::uuid, 'infinity');
  end if;
end
$$;

create function pg_temp.devolver(e jsonb) returns void language plpgsql as $$
declare
  v_pago public.pagos := pg_temp.pago_de(e);
  v_centimos integer := case when (e ->> 'entero')::boolean then v_pago.total_centimos else v_pago.total_centimos / 2 end;
  v_pedido jsonb;
begin
  perform pg_temp.ser((e ->> 'admin')::uuid);
  v_pedido := pg_temp.comprobar(
    public.pedir_reembolso_parcial(v_pago.id, e ->> 'motivo', v_centimos, gen_random_uuid()::text), e);
  if v_pedido ->> 'estado' = 'hecho' then return; end if;
  perform pg_temp.ser(null);
  perform pg_temp.comprobar(public.anotar_reversiones(v_pago.proveedor, v_pago.referencia, jsonb_build_object(
    'reembolsos', jsonb_build_array(jsonb_build_object('referencia', 're_demo_' || (v_pedido ->> 'reembolso_id'),
      'propio', v_pedido ->> 'reembolso_id', 'estado', 'hecho', 'centimos', v_centimos, 'created_at', now())))), e);
end
$$;

create function pg_temp.disputar(e jsonb) returns void language plpgsql as $$
declare
  v_pago public.pagos;
begin
  select * into v_pago from public.pagos
  where user_id = (e ->> 'persona')::uuid and producto_id = (e ->> 'producto')::uuid and estado in ('entregado', 'en_disputa')
  order by created_at desc limit 1;
  perform pg_temp.ser(null);
  perform pg_temp.comprobar(public.anotar_reversiones(v_pago.proveedor, v_pago.referencia, jsonb_build_object(
    'disputas', jsonb_build_array(jsonb_build_object('referencia', 'du_demo_' || v_pago.id, 'fase', e ->> 'fase',
      'centimos', v_pago.total_centimos, 'motivo', e ->> 'motivo', 'abierta_at', coalesce(
        (select abierta_at from public.disputas where referencia = 'du_demo_' || v_pago.id), now()),
      'vence_at', e ->> 'vence', 'version', (e ->> 'version')::bigint)))), e);
end
$$;

create function pg_temp.opinar(e jsonb) returns void language plpgsql as $$
begin
  perform pg_temp.ser((e ->> 'persona')::uuid);
  perform pg_temp.comprobar(
    public.escribir_resena((e ->> 'producto')::uuid, (e ->> 'estrellas')::integer, e ->> 'texto'), e);
end
$$;

create function pg_temp.responder(e jsonb) returns void language plpgsql as $$
begin
  perform pg_temp.ser((select usuario_id from public.productos where id = (e ->> 'producto')::uuid));
  perform pg_temp.comprobar(public.responder_resena((
    select id from public.resenas
    where user_id = (e ->> 'persona')::uuid and producto_id = (e ->> 'producto')::uuid), e ->> 'texto'), e);
end
$$;

-- A period of the Club that was paid, the state that it is left in, or its end.
create function pg_temp.club(e jsonb) returns void language plpgsql as $$
declare
  v_usuario uuid := (e ->> 'persona')::uuid;
  v_referencia text := 'sub_demo_' || v_usuario;
  v_antes public.suscripciones;
  v_fin timestamptz := now() + case e ->> 'plan' when 'monthly' then interval '1 month' else interval '1 year' end;
begin
  select * into v_antes from public.suscripciones where referencia = v_referencia;
  perform pg_temp.ser(null);
  perform pg_temp.comprobar(public.aplicar_suscripcion(v_usuario, v_referencia, e ->> 'plan', e ->> 'estado',
    case when (e ->> 'pagado')::boolean then now() else v_antes.periodo_inicio end,
    case when (e ->> 'pagado')::boolean then v_fin else v_antes.periodo_fin end, now(),
    case when (e ->> 'pagado')::boolean then jsonb_build_array(jsonb_build_object(
      'factura', 'in_demo_' || gen_random_uuid(), 'desde', now(), 'hasta', v_fin,
      'centimos', (e ->> 'centimos')::integer, 'moneda', 'eur', 'estado', 'pagado', 'devuelto_centimos', 0,
      'perdido', false, 'pagado_at', now())) else '[]' end), e);
end
$$;

create function pg_temp.retirar(e jsonb) returns void language plpgsql as $$
declare
  v_creador uuid := (e ->> 'persona')::uuid;
  v_retiro uuid;
begin
  if e ->> 'paso' = 'pedir' then
    perform pg_temp.ser(v_creador);
    perform pg_temp.comprobar(public.pedir_retiro(
      e ->> 'paypal', ((privado.saldo_creador(v_creador) ->> 'disponible_centimos')::numeric * (e ->> 'parte')::numeric)::integer,
      gen_random_uuid()::text, e ->> 'contrasena'), e);
    return;
  end if;
  select id into v_retiro from public.withdrawals
  where usuario_id = v_creador and estado in ('solicitado', 'en_proceso') order by created_at desc limit 1;
  if e ->> 'paso' in ('aprobar', 'rechazar') then
    perform pg_temp.ser((e ->> 'admin')::uuid);
    perform pg_temp.comprobar(public.resolver_retiro(v_retiro, e ->> 'paso' = 'aprobar', e ->> 'motivo'), e);
  else
    perform pg_temp.ser(null);
    perform pg_temp.comprobar(public.preparar_envio(v_retiro), e);
    perform pg_temp.comprobar(public.cerrar_retiro(v_retiro, e ->> 'paso', 'DEMO-' || v_retiro, e ->> 'motivo'), e);
  end if;
end
$$;

create function pg_temp.suceder(e jsonb) returns void language plpgsql as $$
begin
  case e ->> 'tipo'
    when 'compra' then perform pg_temp.comprar(e);
    when 'resena' then perform pg_temp.opinar(e);
    when 'respuesta' then perform pg_temp.responder(e);
    when 'reembolso' then perform pg_temp.devolver(e);
    when 'disputa' then perform pg_temp.disputar(e);
    when 'club' then perform pg_temp.club(e);
    when 'retiro' then perform pg_temp.retirar(e);
    when 'seguir' then
      insert into public.follows (follower_id, following_id) values ((e ->> 'persona')::uuid, (e ->> 'creador')::uuid)
      on conflict do nothing;
    when 'favorito' then
      insert into public.favoritos (user_id, producto_id) values ((e ->> 'persona')::uuid, (e ->> 'producto')::uuid)
      on conflict do nothing;
  end case;
end
$$;

create function pg_temp.revivir(p_eventos jsonb) returns void language plpgsql as $$
declare
  e jsonb;
begin
  for e in select value from jsonb_array_elements(p_eventos) loop
    perform pg_temp.suceder(e);
    perform pg_temp.retrasar(now() - (e ->> 'cuando')::timestamptz);
  end loop;
end
$$;
