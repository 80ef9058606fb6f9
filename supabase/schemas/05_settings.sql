-- The settings of the shop, in one row. `npm run generate` writes the table of docs/production.md from the comments.

create table public.configuracion_global (
  id integer primary key default 1 check (id = 1),
  -- Maintenance mode: only admins use the shop.
  mantenimiento boolean not null default false,
  -- Reports an incident on the status page.
  status_down boolean not null default false,
  -- Discount of Club members, in percent.
  club_descuento_porcentaje integer not null default 30 check (club_descuento_porcentaje between 0 and 100),
  -- Price of a month of the Club for new subscriptions and changes of plan, in euros.
  club_precio_mensual numeric(10, 2) not null default 3.90 check (club_precio_mensual between 1 and 99),
  -- Discount of a year of the Club against twelve months, in percent.
  club_descuento_anual_porcentaje integer not null default 15 check (club_descuento_anual_porcentaje between 0 and 90),
  -- Surcharge of PayPal payments, in percent.
  recargo_paypal_porcentaje integer not null default 8 check (recargo_paypal_porcentaje between 0 and 100),
  -- Share of a creator in a sale, in percent.
  ingresos_creador_porcentaje integer not null default 20 check (ingresos_creador_porcentaje between 0 and 100),
  -- Name of the seller on invoices. No invoice is issued while name, tax id or address is empty.
  vendedor_nombre text not null default '' check (length(vendedor_nombre) <= 120),
  -- Tax id of the seller.
  vendedor_nif text not null default '' check (length(vendedor_nif) <= 20),
  -- Postal address of the seller.
  vendedor_direccion text not null default '' check (length(vendedor_direccion) <= 300),
  -- Value added tax that prices include, in percent.
  iva_porcentaje integer not null default 21 check (iva_porcentaje between 0 and 100),
  -- Days before a creator can withdraw the income of a sale.
  dias_retencion integer not null default 7 check (dias_retencion between 0 and 90),
  -- Largest price change that a creator makes without a review, in percent.
  precio_cambio_maximo_porcentaje integer not null default 50 check (precio_cambio_maximo_porcentaje between 0 and 100),
  -- Price changes without a review, per product and day.
  precio_cambios_por_dia integer not null default 3 check (precio_cambios_por_dia between 0 and 50),
  -- Lowest price that a creator sets without a review, in euros.
  precio_minimo numeric(10, 2) not null default 0.50 check (precio_minimo between 0.01 and 99),
  -- Shortest Minecraft name of a purchase, a claim or a gift, in characters.
  nombre_minecraft_minimo integer not null default 5 check (nombre_minecraft_minimo between 3 and 16),
  -- Shortest Minecraft name of a redeemed code, in characters.
  nombre_minecraft_minimo_canje integer not null default 6 check (nombre_minecraft_minimo_canje between 3 and 16)
);

alter table public.configuracion_global enable row level security;
grant select on public.configuracion_global to anon, authenticated, service_role;
create policy configuracion_global_select on public.configuracion_global for select to anon, authenticated using (true);

insert into public.configuracion_global default values;

-- Restores of this database from backups, written by `npm run restore`. Everything after `copia_at` is missing here.
-- `repasada_at`: the time when all events of the providers since then were processed.
create table public.restauraciones (
  id integer generated always as identity primary key,
  copia_at timestamptz not null,
  restaurada_at timestamptz not null default now(),
  repasada_at timestamptz
);

alter table public.restauraciones enable row level security;

-- True if a text is a Minecraft name, with the minimum length of the settings for a purchase or, with `p_canje`, a
-- code.
create function privado.nombre_minecraft_valido(p_nombre text, p_canje boolean default false) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(p_nombre ~ '^[A-Za-z0-9_]{3,16}$' and char_length(p_nombre)
    >= case when p_canje then nombre_minecraft_minimo_canje else nombre_minecraft_minimo end, false)
  from public.configuracion_global where id = 1;
$$;

-- The missing seller data of invoices; an empty list if complete.
create function privado.falta_del_vendedor() returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when btrim(vendedor_nombre) = '' then 'vendedor_nombre' end,
    case when btrim(vendedor_nif) = '' then 'vendedor_nif' end,
    case when btrim(vendedor_direccion) = '' then 'vendedor_direccion' end], null)
  from public.configuracion_global where id = 1;
$$;

-- Changes one of the two switches.
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
