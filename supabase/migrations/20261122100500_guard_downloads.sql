-- A creator offers only files of their own: uploaded below their own folder, or what the product had already.

create function public.exigir_descargas_propias() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from (
      select new.contenido ->> 'download_link' as enlace
      union all
      select e ->> 'download_link' from jsonb_array_elements(coalesce(new.contenido -> 'ediciones', '[]')) e
    ) enlaces
    where coalesce(enlace, '') <> '' and enlace !~ '^https://'
      and not starts_with(enlace, 'descargas/' || new.autor_id || '/')
      and enlace not in (
        -- A product of this very transaction carries what is being asked about.
        select x.enlace from public.productos p
        cross join lateral (
          select p.download_link as enlace
          union all select e.download_link from public.ediciones e where e.producto_id = p.id
        ) x
        where p.id = new.producto_id and p.created_at < now() and x.enlace is not null)
  ) then
    raise exception using errcode = 'check_violation', message = 'a download that is not the creator''s';
  end if;
  return new;
end
$$;
create trigger exigir_descargas_propias before insert on public.revisiones_producto
  for each row execute function public.exigir_descargas_propias();

revoke execute on all functions in schema public from public;
