-- News for people who saved a product: on offer, released, available again. Recorded when it happens; a job notifies in
-- batches.

create table public.novedades_producto (
  id bigint generated always as identity primary key,
  producto_id uuid not null references public.productos (id) on delete cascade,
  edicion_id uuid references public.ediciones (id) on delete cascade,
  tipo text not null check (tipo in ('oferta', 'estreno', 'disponible')),
  -- The cause, so that it is recorded once.
  clave text not null,
  precio numeric(10, 2),
  oferta numeric(10, 2),
  -- Everybody up to this person is notified.
  contado_hasta uuid,
  terminada_at timestamptz,
  created_at timestamptz not null default now(),
  unique (producto_id, tipo, clave)
);
create index novedades_abiertas_idx on public.novedades_producto (id) where terminada_at is null;
create index novedades_edicion_id_idx on public.novedades_producto (edicion_id);

alter table public.novedades_producto enable row level security;
grant select on public.novedades_producto to service_role;

-- Every price, and so every offer, adds a row to the history.
create function privado.anotar_oferta() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.novedades_producto (producto_id, edicion_id, tipo, clave, precio, oferta)
  select new.producto_id, new.edicion_id, 'oferta', new.id::text, new.precio, new.oferta
  where exists (select from public.favoritos f where f.producto_id = new.producto_id)
  on conflict do nothing;
  return null;
end
$$;
create trigger anotar_oferta after insert on public.historial_precios
  for each row when (new.producto_id is not null and new.oferta < new.precio) execute function privado.anotar_oferta();

-- Records a release, once, and availability, once a day, because stock changes often. The end of a quarantine is no news.
create function privado.anotar_vuelta() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.reserva and not new.reserva then
    insert into public.novedades_producto (producto_id, tipo, clave) values (new.id, 'estreno', 'estreno')
    on conflict do nothing;
  end if;
  if not (old.disponibilidad and old.stock and coalesce(old.unidades, 1) > 0) and privado.motivo_no_venta(new) is null then
    insert into public.novedades_producto (producto_id, tipo, clave) values (new.id, 'disponible', privado.hoy()::text)
    on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger anotar_vuelta after update of reserva, disponibilidad, stock, unidades on public.productos
  for each row when (old.status = 'approved' and new.status = 'approved' and not new.oculto and (
    old.reserva and not new.reserva
    or (new.disponibilidad and new.stock and coalesce(new.unidades, 1) > 0
      and not (old.disponibilidad and old.stock and coalesce(old.unidades, 1) > 0))))
  execute function privado.anotar_vuelta();

-- True if news is still true when it is sent. An offer must be below the lowest price of the 30 days before it.
create function privado.novedad_vigente(p_novedad public.novedades_producto) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_novedad.created_at > now() - interval '7 days' and exists (
    select from public.productos p left join public.ediciones e on e.id = p_novedad.edicion_id
    where p.id = p_novedad.producto_id and privado.motivo_no_venta(p) is null and not p.oculto
      and case p_novedad.tipo
        when 'oferta' then case when p_novedad.edicion_id is null then p.oferta = p_novedad.oferta and p.oferta < p.precio
            else e.oferta = p_novedad.oferta and e.oferta < e.precio and not e.retirada end
          and p_novedad.oferta < coalesce(
            privado.precio_minimo_reciente(p_novedad.producto_id, p_novedad.edicion_id), p_novedad.precio)
        when 'estreno' then not p.reserva or p.fecha_lanzamiento <= privado.hoy()
        else true
      end);
$$;

-- Notifies the next people of one piece of news, up to a limit. Returns the number of read people, the last of them,
-- and the number of notified ones.
create function privado.avisar_de_novedad(
  n public.novedades_producto, p_limite integer, out leidos integer, out hasta uuid, out nuevos integer
)
language plpgsql volatile security definer set search_path = '' as $$
begin
  with siguientes as materialized (
    select f.user_id from public.favoritos f
    where f.producto_id = n.producto_id and (n.contado_hasta is null or f.user_id > n.contado_hasta)
    order by f.user_id limit p_limite
  ), avisados as (
    insert into public.notificaciones (user_id, tipo, clave, datos)
    select u.id, 'favorito', 'favorito:' || n.id, jsonb_build_object('motivo', n.tipo, 'slug', p.slug,
      'nombre', p.nombre, 'nombre_en', p.nombre_en, 'edicion', e.nombre, 'edicion_en', e.nombre_en,
      'precio_centimos', round(n.precio * 100)::integer, 'oferta_centimos', round(n.oferta * 100)::integer)
    from siguientes s
    join public.usuarios_meta u on u.id = s.user_id
    join public.productos p on p.id = n.producto_id
    left join public.ediciones e on e.id = n.edicion_id
    where u.borrada_at is null and (u.banned_until is null or u.banned_until <= now()) and u.id <> p.usuario_id
      and not exists (select from public.adquisiciones a
        where a.user_id = u.id and a.producto_id = p.id and a.revocada_at is null)
    on conflict (user_id, clave) do nothing
    returning user_id, datos
  ), escritos as (
    insert into public.correos (clave, user_id, plantilla, datos)
    select 'favorito:' || n.id || ':' || a.user_id, a.user_id, 'favorito', a.datos || jsonb_build_object('usuario', a.user_id)
    from avisados a join public.preferencias_aviso w on w.user_id = a.user_id and w.correo_favoritos
    on conflict (clave) do nothing
  )
  select (select count(*) from siguientes)::integer, (select s.user_id from siguientes s order by s.user_id desc limit 1),
    (select count(*) from avisados)::integer
  into leidos, hasta, nuevos;
end
$$;

-- Notifies the next people of news about their favourites, up to a limit, once each; news without recipients counts as
-- one. Owners and the creator are skipped. It stops while many such mails wait, so that receipts are not delayed.
-- Returns the number of people.
create function public.avisar_favoritos(p_limite integer default 1000) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_quedan integer := least(greatest(coalesce(p_limite, 1000), 1), 5000);
  v_mas_correos constant integer := 500;
  v_contados integer := 0;
  v_tope integer;
  v_leidos integer;
  v_hasta uuid;
  v_nuevos integer;
  v_correos integer;
  n public.novedades_producto;
begin
  insert into public.novedades_producto (producto_id, tipo, clave)
  select p.id, 'estreno', 'estreno' from public.productos p
  where p.status = 'approved' and not p.oculto and p.reserva
    and p.fecha_lanzamiento between privado.hoy() - 6 and privado.hoy()
    and exists (select from public.favoritos f where f.producto_id = p.id)
  on conflict do nothing;

  while v_quedan > 0 loop
    select count(*) into v_correos from (
      select from public.correos where estado = 'pendiente' and plantilla = 'favorito' limit v_mas_correos) c;
    exit when v_correos >= v_mas_correos;
    select * into n from public.novedades_producto where terminada_at is null
    order by id limit 1 for update skip locked;
    exit when n.id is null;
    if not privado.novedad_vigente(n) then
      update public.novedades_producto set terminada_at = now() where id = n.id;
      v_quedan := v_quedan - 1;
      continue;
    end if;
    v_tope := least(v_quedan, v_mas_correos - v_correos);
    select leidos, hasta, nuevos into v_leidos, v_hasta, v_nuevos from privado.avisar_de_novedad(n, v_tope);
    update public.novedades_producto set contado_hasta = coalesce(v_hasta, contado_hasta),
      terminada_at = case when v_leidos < v_tope then now() end
    where id = n.id;
    v_quedan := v_quedan - greatest(v_leidos, 1);
    v_contados := v_contados + v_nuevos;
  end loop;

  delete from public.novedades_producto where id in (
    select id from public.novedades_producto where terminada_at < now() - interval '90 days' and tipo <> 'estreno'
    order by id limit 1000);
  return v_contados;
end
$$;
grant execute on function public.avisar_favoritos(integer) to service_role;
create index novedades_viejas_idx on public.novedades_producto (terminada_at) where tipo <> 'estreno';
