-- Versions of a product: approved files with their changes. Compatible game versions follow below.

create table public.versiones_producto (
  id uuid primary key default gen_random_uuid(),
  producto_id uuid not null references public.productos (id) on delete cascade,
  revision_id uuid unique references public.revisiones_producto (id) on delete set null,
  version text not null check (char_length(btrim(version)) between 1 and 20),
  novedades text not null default '' check (char_length(novedades) <= 2000),
  novedades_en text check (char_length(novedades_en) <= 2000),
  created_at timestamptz not null default now(),
  compatibles text[] not null default '{}'
);
comment on column public.versiones_producto.compatibles is 'versions of the game that this one works with';
create index versiones_producto_id_idx on public.versiones_producto (producto_id, created_at desc);

create function privado.anotar_actualizacion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.productos set updated_at = greatest(updated_at, new.created_at) where id = new.producto_id;
  return null;
end
$$;
create trigger anotar_actualizacion after insert on public.versiones_producto
  for each row execute function privado.anotar_actualizacion();

alter table public.versiones_producto enable row level security;
grant select on public.versiones_producto to anon, authenticated, service_role;
create policy versiones_producto_select on public.versiones_producto for select to anon, authenticated
  using (exists (select from public.productos p where p.id = producto_id));

-- Publishes the version of an approved revision and notifies owners.
create function privado.publicar_version() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  c jsonb := new.contenido;
begin
  insert into public.versiones_producto (producto_id, revision_id, version, novedades, novedades_en, compatibles)
  values (new.producto_id, new.id, btrim(c ->> 'version'), coalesce(c ->> 'novedades', ''), nullif(c ->> 'novedades_en', ''),
    array(select v #>> '{}' from privado.lista_json(c -> 'compatibles') v limit 30))
  on conflict (revision_id) do nothing;
  with avisados as (
    insert into public.notificaciones (user_id, tipo, clave, datos)
    select distinct on (a.user_id) a.user_id, 'version_nueva', 'version:' || new.id, jsonb_build_object(
      'slug', p.slug, 'nombre', c ->> 'nombre', 'nombre_en', nullif(c ->> 'nombre_en', ''), 'pedido_id', a.id,
      'version', btrim(c ->> 'version'), 'novedades', c ->> 'novedades', 'novedades_en', nullif(c ->> 'novedades_en', ''))
    from public.adquisiciones a join public.productos p on p.id = a.producto_id
    where a.producto_id = new.producto_id and a.revocada_at is null and a.user_id <> p.usuario_id
    order by a.user_id, a.created_at desc
    on conflict (user_id, clave) do nothing
    returning user_id, datos
  )
  insert into public.correos (clave, user_id, plantilla, datos)
  select 'version:' || new.id || ':' || a.user_id, a.user_id, 'version_nueva', a.datos
  from avisados a left join public.preferencias_aviso p on p.user_id = a.user_id
  where coalesce(p.correo_version_nueva, true)
  on conflict (clave) do nothing;
  return null;
end
$$;
create trigger publicar_version after update of estado on public.revisiones_producto
  for each row when (new.estado = 'aprobada' and old.estado <> 'aprobada' and btrim(coalesce(new.contenido ->> 'version', '')) <> '')
  execute function privado.publicar_version();

-- Compatible game versions, reviewed with the product.

create function privado.comprobar_compatibles() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not privado.versiones_validas(array(select jsonb_array_elements_text(new.contenido -> 'compatibles'))) then
    raise check_violation using message = 'not valid versions of the game';
  end if;
  return new;
end
$$;
create trigger comprobar_compatibles before insert on public.revisiones_producto
  for each row when (new.contenido ? 'compatibles') execute function privado.comprobar_compatibles();

-- Applies approved game versions. Older revisions do not mention them.
create function privado.aplicar_compatibles() returns trigger
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
  execute function privado.aplicar_compatibles();
