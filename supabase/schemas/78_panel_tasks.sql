-- The staff's to-do list, in one response for the tabs and the first page of the panel.

-- The number of open tasks of each kind, up to 1,000, and the nearest deadlines of an open dispute and an open appeal.
-- Cases exclude disputes, which have a page of their own; abandoned mails are those of the last 30 days.
create function public.admin_pendientes() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true,
    'disputas', (select count(*) from (
      select from public.disputas where fase in ('consulta', 'abierta', 'sin_decidir') limit 1000) x),
    'disputa_vence_at', (select min(vence_at) from public.disputas
      where fase in ('consulta', 'abierta', 'sin_decidir') and vence_at > now()),
    'casos', (select count(*) from (
      select from public.casos_admin where not resuelto and tipo not in ('disputa', 'consulta', 'disputa_sin_decidir') limit 1000) x),
    'retiros', (select count(*) from (select from public.withdrawals where estado = 'solicitado' limit 1000) x),
    'revisiones', (select count(*) from (
      select from public.revisiones_producto where estado = 'pendiente' and not espera_creador limit 1000) x),
    'reportes', (select count(*) from (select from public.reportes where estado = 'abierto' limit 1000) x),
    'apelacion_vence_at', (select min(privado.plazo_de_apelacion(r)) from public.reportes r
      where r.estado = 'abierto' and r.objeto_tipo in ('apelacion', 'medida')),
    'solicitudes', (select count(*) from (
      select from public.solicitudes where para = 'tienda' and estado = 'abierta' limit 1000) x),
    'correos', (select count(*) from (
      select from public.correos where estado in ('fallido', 'caducado') and created_at > now() - interval '30 days' limit 1000) x),
    'correo_error', (select ultimo_error from public.correos
      where estado in ('fallido', 'caducado') and created_at > now() - interval '30 days' and ultimo_error is not null
      order by created_at desc limit 1));
end
$$;
grant execute on function public.admin_pendientes() to authenticated;
