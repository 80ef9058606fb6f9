-- Some things only the shop may say, while it acts for whoever asks with that person's own rights: that it has encoded
-- a picture, that a browser is a visitor. It seals them with a key that it fetches by itself.

create table public.clave_tienda (
  id integer primary key default 1 check (id = 1),
  clave bytea not null default extensions.gen_random_bytes(32)
);
alter table public.clave_tienda enable row level security;
insert into public.clave_tienda default values;
revoke all on public.clave_tienda from anon, authenticated, service_role;

-- The key, for the shop's server.
create function public.clave_de_sellos() returns text
language sql stable security definer set search_path = '' as $$
  select encode(clave, 'hex') from public.clave_tienda where id = 1;
$$;

-- Whether the shop has said these words, in this order: HMAC-SHA256 over one word a line.
create function public.sello_valido(p_palabras text[], p_sello text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(p_sello = encode(extensions.hmac(
    convert_to(array_to_string(p_palabras, E'\n', ''), 'UTF8'), clave, 'sha256'), 'hex'), false)
  from public.clave_tienda where id = 1;
$$;

-- Called by whoever visits, through the shop: it knows visitors and robots apart and hashes what identifies a visitor.
drop function public.registrar_visita(text, text);
create function public.registrar_visita(p_slug text, p_visitante text, p_sello text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_producto uuid;
begin
  if not public.sello_valido(array['visita', p_slug, p_visitante], p_sello) then
    return public.rechazo('sello_no_valido');
  end if;
  select id into v_producto from public.productos where slug = p_slug and status = 'approved';
  if v_producto is null then return public.rechazo('no_existe'); end if;
  insert into public.visitas_producto (producto_id, visitante) values (v_producto, p_visitante)
  on conflict do nothing;
  if not found then return jsonb_build_object('ok', true, 'nueva', false); end if;
  update public.productos set visitas = visitas + 1 where id = v_producto;
  return jsonb_build_object('ok', true, 'nueva', true);
end
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.clave_de_sellos() to service_role;
grant execute on function public.registrar_visita(text, text, text) to anon, authenticated;
