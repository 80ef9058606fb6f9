-- Some APIs hand a JSON argument over as a text that holds JSON. What is stored is the JSON either way.

create function public.leer_json(p_datos jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(p_datos) = 'string' then (p_datos #>> '{}')::jsonb else p_datos end;
$$;

create or replace function public.abrir_caso(p_tipo text, p_clave text, p_pago uuid, p_datos jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  with caso as (
    insert into public.casos_admin (tipo, clave, pago_id, datos)
    values (p_tipo, p_clave, p_pago, public.leer_json(p_datos))
    on conflict (clave) do nothing returning id, tipo, pago_id
  )
  insert into public.correos (clave, user_id, plantilla, datos)
  select 'caso:' || caso.id || ':' || u.id, u.id, 'caso',
    jsonb_build_object('caso_id', caso.id, 'tipo', caso.tipo, 'pago_id', caso.pago_id)
  from caso cross join public.usuarios_meta u
  where u.role = 'admin' and (u.banned_until is null or u.banned_until <= now());
$$;

create or replace function public.registrar_evento(
  p_proveedor text, p_evento_id text, p_tipo text, p_payload jsonb
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_procesado timestamptz;
begin
  insert into public.eventos_proveedor (proveedor, evento_id, tipo, payload)
  values (p_proveedor, p_evento_id, p_tipo, public.leer_json(p_payload))
  on conflict (proveedor, evento_id) do nothing;
  select procesado_at into v_procesado from public.eventos_proveedor
  where proveedor = p_proveedor and evento_id = p_evento_id;
  return jsonb_build_object('ok', true, 'nuevo', v_procesado is null);
end
$$;

update public.casos_admin set datos = public.leer_json(datos) where jsonb_typeof(datos) = 'string';
update public.eventos_proveedor set payload = public.leer_json(payload) where jsonb_typeof(payload) = 'string';

revoke execute on all functions in schema public from public;
