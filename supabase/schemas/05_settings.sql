-- The settings of the shop: its switches, its percentages, and who sells.

create table public.configuracion_global (
  id integer primary key default 1 check (id = 1),
  mantenimiento boolean not null default false,
  status_down boolean not null default false,
  club_descuento_porcentaje integer not null default 30 check (club_descuento_porcentaje between 0 and 100),
  recargo_paypal_porcentaje integer not null default 8 check (recargo_paypal_porcentaje between 0 and 100),
  ingresos_creador_porcentaje integer not null default 20 check (ingresos_creador_porcentaje between 0 and 100),
  -- Who sells, as every invoice names them. Empty until the owner of the shop fills them in.
  vendedor_nombre text not null default '',
  vendedor_nif text not null default '',
  vendedor_direccion text not null default '',
  iva_porcentaje integer not null default 21 check (iva_porcentaje between 0 and 100),
  -- How long a sale is held before its creator may ask for the money.
  dias_retencion integer not null default 7 check (dias_retencion between 0 and 90),
  -- How far, how often and how low creators may change a price by themselves, without a review.
  precio_cambio_maximo_porcentaje integer not null default 50 check (precio_cambio_maximo_porcentaje between 0 and 100),
  precio_cambios_por_dia integer not null default 3 check (precio_cambios_por_dia between 0 and 50),
  precio_minimo numeric(10, 2) not null default 0.50 check (precio_minimo between 0.01 and 99)
);

alter table public.configuracion_global enable row level security;
grant select on public.configuracion_global to anon, authenticated, service_role;
create policy configuracion_global_select on public.configuracion_global for select to anon, authenticated using (true);

insert into public.configuracion_global default values;

-- When this database was filled with a backup, and when that was made: `npm run restore` writes it. What the shop did in
-- between happened, and is not here. `repasada_at`: when the providers were asked for all that they had told it.
create table public.restauraciones (
  id integer generated always as identity primary key,
  copia_at timestamptz not null,
  restaurada_at timestamptz not null default now(),
  repasada_at timestamptz
);

alter table public.restauraciones enable row level security;

-- What an invoice would lack of its seller, or an empty list.
create function privado.falta_del_vendedor() returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when btrim(vendedor_nombre) = '' then 'vendedor_nombre' end,
    case when btrim(vendedor_nif) = '' then 'vendedor_nif' end,
    case when btrim(vendedor_direccion) = '' then 'vendedor_direccion' end], null)
  from public.configuracion_global where id = 1;
$$;

-- The two switches of the shop.
create function public.cambiar_ajuste(p_ajuste text, p_valor boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.configuracion_global;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if p_ajuste is null or p_ajuste not in ('mantenimiento', 'status_down') or p_valor is null then
    return privado.rechazo('ajuste_no_valido');
  end if;
  select * into v_antes from public.configuracion_global where id = 1 for no key update;
  update public.configuracion_global set
    mantenimiento = case when p_ajuste = 'mantenimiento' then p_valor else mantenimiento end,
    status_down = case when p_ajuste = 'status_down' then p_valor else status_down end
  where id = 1;
  perform privado.anotar('cambiar_ajuste', 'tienda', p_ajuste,
    jsonb_build_object(p_ajuste, to_jsonb(v_antes) -> p_ajuste), jsonb_build_object(p_ajuste, p_valor));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.cambiar_ajuste(text, boolean) to authenticated;
