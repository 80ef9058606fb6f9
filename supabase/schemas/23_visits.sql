-- Product views: one per visitor and day.

create table public.visitas_producto (
  producto_id uuid not null references public.productos (id) on delete cascade,
  dia date not null default privado.hoy(),
  visitante text not null check (char_length(visitante) between 16 and 64),
  -- The coarse source: a site, a campaign, or the shop. Null: direct, or unknown.
  fuente text check (fuente ~ '^[a-z0-9][a-z0-9._-]{0,59}$'),
  primary key (producto_id, dia, visitante)
);

alter table public.visitas_producto enable row level security;
grant select on public.visitas_producto to service_role;

-- Records a view. Visitors call it through the shop, which filters robots, hashes the visitor and determines the
-- source. The first source of the day stays.
create function public.registrar_visita(p_slug text, p_visitante text, p_sello text, p_fuente text default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_producto uuid;
begin
  if not privado.sello_valido(array['visita', p_slug, p_visitante] || array_remove(array[p_fuente], null), p_sello) then
    return privado.rechazo('sello_no_valido');
  end if;
  select id into v_producto from public.productos where slug = p_slug and status = 'approved';
  if v_producto is null then return privado.rechazo('no_existe'); end if;
  -- Views of the creator and the team do not count.
  if exists (select from public.productos where id = v_producto and usuario_id = auth.uid())
    or exists (select from public.usuarios_meta where id = auth.uid() and role <> 'user') then
    return jsonb_build_object('ok', true, 'nueva', false);
  end if;
  insert into public.visitas_producto (producto_id, visitante, fuente) values (v_producto, p_visitante, p_fuente)
  on conflict do nothing;
  if not found then return jsonb_build_object('ok', true, 'nueva', false); end if;
  update public.productos set visitas = visitas + 1 where id = v_producto;
  return jsonb_build_object('ok', true, 'nueva', true);
end
$$;
grant execute on function public.registrar_visita(text, text, text, text) to anon, authenticated;
