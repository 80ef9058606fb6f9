-- Made from supabase/schemas by `npm run db:migration drop_old_reversals`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

-- No server calls these: the account is read by quien_soy, an upload asks by permitir_subida, and what goes back comes by
-- anotar_reversiones.
-- not read by the previous release
DROP FUNCTION "public"."mi_cuenta"();

-- not read by the previous release
DROP FUNCTION "public"."permitir_descarga"(text);

-- not read by the previous release
DROP FUNCTION "public"."restituir_pago"(text, text);

-- not read by the previous release
DROP FUNCTION "public"."revertir_pago"(text, text, text);

CREATE OR REPLACE FUNCTION public.anotar_hecho_disputa (
  p_pago  public.pagos,
  p_hecho jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.anotar_hecho_reembolso (
  p_pago  public.pagos,
  p_hecho jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_estado text := p_hecho ->> 'estado';
  v_centimos integer := (p_hecho ->> 'centimos')::integer;
  v_fila public.reembolsos;
begin
  select * into v_fila from public.reembolsos
  where proveedor = p_pago.proveedor and referencia = p_hecho ->> 'referencia';
  if v_fila.id is not null and v_fila.pago_id <> p_pago.id then return; end if;
  if v_fila.id is null then
    -- The refund that this shop asked for.
    select * into v_fila from public.reembolsos
    where pago_id = p_pago.id and id = (p_hecho ->> 'propio')::uuid and referencia is null;
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
$function$;

CREATE OR REPLACE FUNCTION public.ficha_disputa (
  p_disputa public.disputas
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('id', p_disputa.id, 'pago_id', p_disputa.pago_id, 'proveedor', p_disputa.proveedor,
    'referencia', p_disputa.referencia, 'fase', p_disputa.fase, 'centimos', p_disputa.centimos,
    'total_centimos', p.total_centimos, 'motivo', p_disputa.motivo, 'vence_at', p_disputa.vence_at,
    'abierta_at', p_disputa.abierta_at, 'nombre', p.presupuesto ->> 'nombre', 'comprador', c.display_name,
    'comprador_id', c.id, 'respuesta', coalesce(r.estado, 'ninguna'),
    'se_puede_responder', public.motivo_no_responde(p_disputa) is null,
    'largo', public.largo_respuesta(p_disputa.proveedor))
  from public.pagos p join public.usuarios_meta c on c.id = p.user_id
  left join public.respuestas_disputa r on r.disputa_id = p_disputa.id
  where p.id = p_disputa.pago_id;
$function$;

CREATE OR REPLACE FUNCTION public.motivo_no_responde (
  p_disputa public.disputas
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case
    when p_disputa.fase not in ('consulta', 'abierta') then 'disputa_cerrada'
    when p_disputa.proveedor not in ('stripe', 'paypal') then 'sin_proveedor'
    when p_disputa.vence_at <= now() then 'fuera_de_plazo' end;
$function$;

COMMENT ON COLUMN "public"."reembolsos"."referencia" IS 'the provider''s id of the refund';
