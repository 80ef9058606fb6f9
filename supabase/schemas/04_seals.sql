-- Some things only the shop may say, while it acts for whoever asks with that person's own rights: that it has encoded
-- a picture, that a browser is a visitor. It seals them with a key that it fetches by itself.

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

-- Whether the shop has said these words, in this order: HMAC-SHA256 over one word a line.
create function privado.sello_valido(p_palabras text[], p_sello text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(p_sello = encode(extensions.hmac(
    convert_to(array_to_string(p_palabras, E'\n', ''), 'UTF8'), clave, 'sha256'), 'hex'), false)
  from public.clave_tienda where id = 1;
$$;
