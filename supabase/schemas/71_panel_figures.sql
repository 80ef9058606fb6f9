-- Figures of the panel. Revenue of a day is card and PayPal payments and Club charges; coins count when topped up.
-- Refunds count on their day: by credit notes, and by refunds of undelivered payments, which have no invoice.

-- Figures of past days, counted once.
create table public.cifras_diarias (
  dia date primary key,
  ventas bigint not null,
  devoluciones bigint not null,
  pedidos integer not null,
  nuevos integer not null,
  altas integer not null,
  metodos jsonb not null,
  vistas bigint
);
comment on column public.cifras_diarias.vistas is 'views of all products up to the end of the day; only of the newest day';
create index visitas_producto_de_dia_idx on public.visitas_producto (dia);

alter table public.cifras_diarias enable row level security;

-- Counts the days of a range.
create function privado.contar_dias(p_desde date, p_hasta date) returns setof public.cifras_diarias
language sql stable security definer set search_path = '' as $$
  -- A range per day: computing the day of each row would take most of the time.
  select d.dia,
    (coalesce((select sum(p.total_centimos) from public.pagos p
        where p.pagado_at >= d.desde and p.pagado_at < d.hasta and p.metodo in ('tarjeta', 'paypal')), 0)
      + coalesce(c.total, 0))::bigint,
    (coalesce((select -sum((f.datos ->> 'total_centimos')::integer) from public.facturas f
        where f.rectifica is not null and f.emitida_at >= d.desde and f.emitida_at < d.hasta), 0)
      + coalesce((select sum(r.centimos) from public.reembolsos r join public.pagos p on p.id = r.pago_id
        where r.estado = 'hecho' and r.hecho_at >= d.desde and r.hecho_at < d.hasta
          and p.entregado_at is null and p.metodo in ('tarjeta', 'paypal')), 0))::bigint,
    (select count(*) from public.adquisiciones a where a.created_at >= d.desde and a.created_at < d.hasta)::integer,
    (select count(*) from public.usuarios_meta u where u.created_at >= d.desde and u.created_at < d.hasta)::integer,
    (select count(*) from public.suscripciones s where s.created_at >= d.desde and s.created_at < d.hasta)::integer,
    coalesce((select jsonb_agg(jsonb_build_object('metodo', m.metodo, 'pagos', m.pagos, 'total', m.total)) from (
      select p.metodo, count(*) as pagos, sum(p.total_centimos) as total from public.pagos p
      where p.pagado_at >= d.desde and p.pagado_at < d.hasta group by p.metodo
      union all select 'club', c.pagos, c.total where c.pagos > 0) m), '[]'),
    null::bigint
  from (
    select s::date as dia, privado.inicio_del_dia(s::date) as desde, privado.inicio_del_dia(s::date + 1) as hasta
    from generate_series(p_desde::timestamp, p_hasta::timestamp, interval '1 day') s
  ) d
  cross join lateral (
    select count(*) as pagos, sum(g.centimos) as total from public.cargos_club g
    where g.pagado_at >= d.desde and g.pagado_at < d.hasta and g.centimos > 0
  ) c;
$$;

-- Counts past days, and views up to the newest of them. Yesterday stays open for transactions that began before
-- midnight.
create function public.cerrar_dias() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cerrados integer;
begin
  insert into public.cifras_diarias
  select c.* from privado.contar_dias(
    coalesce((select max(dia) + 1 from public.cifras_diarias), privado.hoy() - 90), privado.hoy() - 2) c
  on conflict (dia) do nothing;
  get diagnostics v_cerrados = row_count;
  update public.cifras_diarias d
  set vistas = (select coalesce(sum(p.visitas), 0) from public.productos p)
    - (select count(*) from public.visitas_producto v where v.dia > d.dia)
  where d.dia = (select max(dia) from public.cifras_diarias) and d.vistas is null;
  return v_cerrados;
end
$$;
grant execute on function public.cerrar_dias() to service_role;

-- The shop's figures of the last days: stored ones, and the current ones.
create function public.admin_resumen(p_dias integer) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' set jit = off as $$
declare
  v_desde date := privado.hoy() - (least(greatest(coalesce(p_dias, 30), 1), 90) - 1);
  v_abierto date := greatest(v_desde, coalesce((select max(dia) + 1 from public.cifras_diarias), v_desde));
  v_contada public.cifras_diarias;
  v_vistas bigint;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  select * into v_contada from public.cifras_diarias where vistas is not null order by dia desc limit 1;
  v_vistas := case when v_contada.dia is null then (select coalesce(sum(visitas), 0) from public.productos)
    else v_contada.vistas + (select count(*) from public.visitas_producto where dia > v_contada.dia) end;
  return (
    with dias as materialized (
      select * from public.cifras_diarias where dia >= v_desde and dia < v_abierto
      union all
      select * from privado.contar_dias(v_abierto, privado.hoy())
    )
    select jsonb_build_object('ok', true,
      'vistas', v_vistas,
      'socios', (select count(*) from public.usuarios_meta where club),
      'metodos', coalesce((select jsonb_agg(to_jsonb(m) order by m.metodo) from (
        select x.metodo, sum(x.pagos) as pagos, sum(x.total) as total
        from dias d, jsonb_to_recordset(d.metodos) as x(metodo text, pagos bigint, total bigint) group by x.metodo) m),
        '[]'),
      'dias', (select jsonb_agg(to_jsonb(d) - 'metodos' - 'vistas' order by d.dia) from dias d)));
end
$$;
grant execute on function public.admin_resumen(integer) to authenticated;
