-- An invoice is written with the delivery, not when somebody first asks for it: numbers follow time, and a sale of
-- December is in the series of its year. It is the last thing that a delivery does, so its counter is held briefly.

create function public.facturar_entrega() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform public.escribir_factura(new);
  return new;
end
$$;
create trigger facturar_entrega after update of estado on public.pagos
  for each row when (new.estado = 'entregado' and old.estado = 'pagado' and new.total_centimos > 0
    and new.proveedor in ('stripe', 'paypal'))
  execute function public.facturar_entrega();

revoke execute on all functions in schema public from public;
