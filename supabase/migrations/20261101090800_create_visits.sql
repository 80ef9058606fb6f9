-- Views of a product: one per visitor and day, however often the page is reloaded.

create table public.visitas_producto (
  producto_id uuid not null references public.productos (id) on delete cascade,
  dia date not null default current_date,
  visitante text not null check (char_length(visitante) between 16 and 64),
  primary key (producto_id, dia, visitante)
);
alter table public.visitas_producto enable row level security;
grant select on public.visitas_producto to service_role;

-- Called by the server, which knows visitors and robots apart and hashes what identifies a visitor.
create function public.registrar_visita(p_slug text, p_visitante text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_producto uuid;
begin
  select id into v_producto from public.productos where slug = p_slug and status = 'approved';
  if v_producto is null then return jsonb_build_object('ok', false, 'error', 'no_existe'); end if;
  insert into public.visitas_producto (producto_id, visitante) values (v_producto, p_visitante)
  on conflict do nothing;
  if not found then return jsonb_build_object('ok', true, 'nueva', false); end if;
  update public.productos set visitas = visitas + 1 where id = v_producto;
  return jsonb_build_object('ok', true, 'nueva', true);
end
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.registrar_visita(text, text) to service_role;
