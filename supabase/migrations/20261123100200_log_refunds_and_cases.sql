-- The log also keeps the refunds that admins ask for and the cases that they close.

create function public.anotar_reembolso() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform public.anotar('pedir_reembolso', 'pago', new.pago_id::text, null,
    jsonb_build_object('reembolso', new.id), new.motivo);
  return null;
end
$$;
create trigger anotar_reembolso after insert or update of pedido_por, motivo on public.reembolsos
  for each row when (new.estado = 'pedido' and new.pedido_por is not null) execute function public.anotar_reembolso();

create function public.anotar_caso() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform public.anotar('resolver_caso', case when new.pago_id is null then 'caso' else 'pago' end,
    coalesce(new.pago_id::text, new.id::text), jsonb_build_object('tipo', new.tipo, 'resuelto', false),
    jsonb_build_object('tipo', new.tipo, 'resuelto', true), new.nota);
  return null;
end
$$;
create trigger anotar_caso after update of resuelto on public.casos_admin
  for each row when (new.resuelto and not old.resuelto) execute function public.anotar_caso();

revoke execute on all functions in schema public from public;
