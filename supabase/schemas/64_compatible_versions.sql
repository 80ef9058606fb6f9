-- Creators say with which versions of the game a product works. It goes through review with the rest of the product.

create function public.comprobar_compatibles() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not public.versiones_validas(array(select jsonb_array_elements_text(new.contenido -> 'compatibles'))) then
    raise check_violation using message = 'not valid versions of the game';
  end if;
  return new;
end
$$;
create trigger comprobar_compatibles before insert on public.revisiones_producto
  for each row when (new.contenido ? 'compatibles') execute function public.comprobar_compatibles();

-- What was approved is what the shop shows. A revision from before creators could say it says nothing.
create function public.aplicar_compatibles() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.productos
  set compatibles = array(select distinct v from jsonb_array_elements_text(new.contenido -> 'compatibles') v order by v)
  where id = new.producto_id;
  return null;
end
$$;
create trigger aplicar_compatibles after update of estado on public.revisiones_producto
  for each row when (new.estado = 'aprobada' and old.estado <> 'aprobada' and new.contenido ? 'compatibles')
  execute function public.aplicar_compatibles();
