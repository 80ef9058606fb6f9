-- Payments that wait at a provider for something that cannot be delivered any more: their pages are closed before
-- anybody pays. Only a hint; whoever pays all the same gets the money back.

create function public.pagos_sin_objeto() returns table (proveedor text, referencia text)
language sql stable security definer set search_path = '' as $$
  select p.proveedor, p.referencia from public.pagos p
  join public.usuarios_meta u on u.id = p.user_id
  left join public.ediciones e on e.id = p.edicion_id
  where p.estado = 'creado' and p.proveedor in ('stripe', 'paypal') and p.referencia is not null
    and p.pendiente_at is null
    and (u.banned_until > now() or u.reputacion = 'deshabilitado' or e.retirada or exists (
      select from public.productos x where x.id = any (public.articulos_de(p)) and public.motivo_no_venta(x) is not null))
  order by p.creado_at limit 500;
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.pagos_sin_objeto() to service_role;
