-- The sources of sales: a label of a closed list, and the tag of a creator's link. Nothing identifies the visitor or
-- the pages they viewed.

create table public.procedencias_pago (
  pago_id uuid primary key references public.pagos (id) on delete cascade,
  fuente text not null check (fuente in ('busqueda', 'inicio', 'lista', 'perfil', 'insertado', 'correo', 'enlace',
    'otra_web', 'directo')),
  etiqueta text check (etiqueta ~ '^[a-z0-9][a-z0-9._-]{0,29}$'),
  check (etiqueta is null or fuente = 'enlace')
);

alter table public.procedencias_pago enable row level security;
grant select on public.procedencias_pago to service_role;

-- Records the source of a payment of the signed-in buyer from today. The first answer is kept.
create function public.anotar_procedencia(p_pago uuid, p_fuente text, p_etiqueta text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if not exists (select from public.pagos
    where id = p_pago and user_id = auth.uid() and created_at > now() - interval '1 day') then
    return privado.rechazo('no_existe');
  end if;
  insert into public.procedencias_pago (pago_id, fuente, etiqueta) values (p_pago, p_fuente, p_etiqueta)
  on conflict (pago_id) do nothing;
  return jsonb_build_object('ok', true);
exception when check_violation or not_null_violation then
  return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.anotar_procedencia(uuid, text, text) to authenticated;

-- The sales of the signed-in creator by source, filtered by product and days in Spain (inclusive): the fifty
-- best-selling ones. A source of null is unknown.
create function public.mis_procedencias(
  p_producto uuid default null, p_desde date default null, p_hasta date default null
) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' set jit = off as $$
declare
  v_creador uuid := privado.persona_completa();
begin
  return jsonb_build_object('ok', true, 'procedencias', coalesce((
    select jsonb_agg(to_jsonb(x) order by x.ventas desc, x.neto_centimos desc, x.fuente, x.etiqueta)
    from (
      select s.fuente, s.etiqueta, count(*) as ventas, sum(round(a.precio_pagado * 100))::bigint as pagado_centimos,
        sum(m.centimos + coalesce(o.centimos, 0))::bigint as neto_centimos
      from public.movimientos_ingresos m
      join public.adquisiciones a on a.id = m.adquisicion_id
      left join public.procedencias_pago s on s.pago_id = a.pago_id
      left join (
        select d.adquisicion_id, sum(d.centimos) as centimos from public.movimientos_ingresos d
        where d.usuario_id = v_creador and d.clave not like 'venta:%' group by d.adquisicion_id
      ) o on o.adquisicion_id = m.adquisicion_id
      where m.usuario_id = v_creador and m.clave like 'venta:%' and a.pago_id is not null
        and (p_producto is null or a.producto_id = p_producto)
        and m.created_at >= coalesce(privado.inicio_del_dia(p_desde), '-infinity')
        and m.created_at < coalesce(privado.inicio_del_dia(p_hasta + 1), 'infinity')
      group by s.fuente, s.etiqueta
      order by ventas desc, neto_centimos desc, s.fuente, s.etiqueta limit 50
    ) x), '[]'));
end
$$;
grant execute on function public.mis_procedencias(uuid, date, date) to authenticated;
