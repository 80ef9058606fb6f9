-- The lowest price of 30 days for a product that is on offer and for each of its editions that is, in one question.

create function public.precios_minimos(p_producto uuid) returns table (edicion_id uuid, importe numeric)
language sql stable set search_path = '' as $$
  select null::uuid, public.precio_minimo_reciente(p.id) from public.productos p
  where p.id = p_producto and p.oferta < p.precio
  union all
  select e.id, public.precio_minimo_reciente(p_producto, e.id) from public.ediciones e
  where e.producto_id = p_producto and e.oferta < e.precio;
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.precios_minimos(uuid) to anon, authenticated;
