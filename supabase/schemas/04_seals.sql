-- Seals of the shop. With the permissions of a person, the shop states facts that only it may state: it has encoded a
-- picture, a browser is a visitor. It signs them with a key that only its server can read.

create table public.clave_tienda (
  id integer primary key default 1 check (id = 1),
  clave bytea not null default extensions.gen_random_bytes(32)
);

alter table public.clave_tienda enable row level security;

insert into public.clave_tienda default values;

-- The key, for the shop's server.
create function public.clave_de_sellos() returns text
language sql stable security definer set search_path = '' as $$
  select encode(clave, 'hex') from public.clave_tienda where id = 1;
$$;
grant execute on function public.clave_de_sellos() to service_role;

-- Verifies a seal: HMAC-SHA256 of the words, one per line.
create function privado.sello_valido(p_palabras text[], p_sello text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(p_sello = encode(extensions.hmac(
    convert_to(array_to_string(p_palabras, E'\n', ''), 'UTF8'), clave, 'sha256'), 'hex'), false)
  from public.clave_tienda where id = 1;
$$;
