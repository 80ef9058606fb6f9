-- Notifications of creators about sales, followers and reversals. Sales and followers are one notification per day,
-- recomputed from the data, so repetitions are harmless. Sales are announced outside the purchase, which does not wait
-- for it.

-- Notifies creators of sales of today and yesterday: of one payment, or of all. Creators who want one per sale already
-- have it (97_posts.sql). Returns the number of changes.
create function public.anunciar_ventas(p_pago uuid default null) returns integer
language sql volatile security definer set search_path = '' as $$
  with ventas as (
    select m.usuario_id, privado.dia_de(m.created_at) as dia, count(*) as cuantas, sum(m.centimos) as centimos,
      (array_agg(m.adquisicion_id order by m.id desc))[1] as pedido
    from public.movimientos_ingresos m
    where m.clave like 'venta:%' and m.created_at >= privado.inicio_del_dia(privado.hoy() - 1)
      and (p_pago is null or m.usuario_id in (
        select s.usuario_id from public.adquisiciones a join public.movimientos_ingresos s on s.adquisicion_id = a.id
        where a.pago_id = p_pago))
      and not exists (select from public.preferencias_aviso w where w.user_id = m.usuario_id and w.aviso_cada_venta)
    group by 1, 2
  ), anunciadas as (
    insert into public.notificaciones as n (user_id, tipo, clave, datos)
    select v.usuario_id, 'venta', 'ventas:' || v.dia, jsonb_build_object('dia', v.dia, 'cuantas', v.cuantas,
      'centimos', v.centimos, 'pedido_id', v.pedido, 'nombre', coalesce(p.nombre, ''), 'nombre_en', p.nombre_en)
    from ventas v join public.adquisiciones a on a.id = v.pedido left join public.productos p on p.id = a.producto_id
    order by v.usuario_id, v.dia
    on conflict (user_id, clave) do update set datos = excluded.datos, leida_at = null
      where (n.datos ->> 'cuantas')::bigint < (excluded.datos ->> 'cuantas')::bigint
    returning 1
  )
  select count(*)::integer from anunciadas;
$$;
grant execute on function public.anunciar_ventas(uuid) to service_role;

-- Updates the daily notification of new followers, once for each of them: following again on that day is not announced.
create function privado.avisar_de_seguidor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not privado.contar_intento('seguir', concat_ws(' ', new.follower_id, new.following_id, privado.hoy()), 1, '1 day') then
    return null;
  end if;
  -- Serialises the followers of a creator, so that each count includes the others. No lock of the account, whose deletion
  -- would wait for the foreign key of this row.
  perform pg_advisory_xact_lock(hashtextextended('seguidores:' || new.following_id, 0));
  insert into public.notificaciones as n (user_id, tipo, clave, datos)
  select new.following_id, 'seguidores', 'seguidores:' || privado.hoy(), jsonb_build_object('dia', privado.hoy(),
    'cuantos', (select count(*) from public.follows f where f.following_id = new.following_id
      and f.created_at >= privado.inicio_del_dia(privado.hoy())),
    'de', u.display_name)
  from public.usuarios_meta u where u.id = new.follower_id
  on conflict (user_id, clave) do update set datos = excluded.datos, leida_at = null;
  return null;
end
$$;
create trigger avisar_de_seguidor after insert on public.follows
  for each row when (new.created_at > now() - interval '1 minute') execute function privado.avisar_de_seguidor();

-- Sends the summary mail of yesterday, once, to everybody with sales, followers, reviews or reversals who has not
-- disabled it.
create function public.resumir_ayer() returns integer
language sql volatile security definer set search_path = '' as $$
  with dia as (
    select privado.hoy() - 1 as dia, privado.inicio_del_dia(privado.hoy() - 1) as desde,
      privado.inicio_del_dia(privado.hoy()) as hasta
  ), cifras as (
    select m.usuario_id, count(*) as ventas, sum(m.centimos) as centimos, 0 as seguidores, 0 as resenas, 0 as devueltas
    from public.movimientos_ingresos m, dia
    where m.clave like 'venta:%' and m.created_at >= dia.desde and m.created_at < dia.hasta group by 1
    union all
    select f.following_id, 0, 0, count(*), 0, 0 from public.follows f, dia
    where f.created_at >= dia.desde and f.created_at < dia.hasta group by 1
    union all
    select p.usuario_id, 0, 0, 0, count(*), 0
    from public.resenas r join public.productos p on p.id = r.producto_id, dia
    where r.created_at >= dia.desde and r.created_at < dia.hasta and not r.oculta group by 1
    union all
    select m.usuario_id, 0, 0, 0, 0, count(distinct m.adquisicion_id)
    from public.reembolsos r join public.adquisiciones a on a.pago_id = r.pago_id
      join public.movimientos_ingresos m on m.adquisicion_id = a.id and m.concepto = 'reembolso', dia
    where r.estado = 'hecho' and r.hecho_at >= dia.desde and r.hecho_at < dia.hasta group by 1
  ), escritos as (
    insert into public.correos (clave, user_id, plantilla, datos)
    select 'resumen:' || d.dia || ':' || c.usuario_id, c.usuario_id, 'resumen_creador', jsonb_build_object('dia', d.dia,
      'ventas', sum(c.ventas), 'centimos', sum(c.centimos), 'seguidores', sum(c.seguidores), 'resenas', sum(c.resenas),
      'devueltas', sum(c.devueltas))
    from cifras c join public.usuarios_meta u on u.id = c.usuario_id cross join dia d
      left join public.preferencias_aviso a on a.user_id = c.usuario_id
    where u.borrada_at is null and coalesce(a.correo_resumen, true)
    group by d.dia, c.usuario_id
    on conflict (clave) do nothing
    returning 1
  )
  select count(*)::integer from escritos;
$$;
grant execute on function public.resumir_ayer() to service_role;

-- The share of a payment that each of its creators still has, one row each, with the order.
create function privado.creadores_de_pago(p_pago uuid)
returns table (usuario_id uuid, pedido uuid, ventas bigint, centimos bigint, nombre text, nombre_en text)
language sql stable security definer set search_path = '' as $$
  select m.usuario_id, (array_agg(a.id order by a.id))[1], count(distinct a.id), sum(m.centimos),
    coalesce(min(g.presupuesto ->> 'nombre') filter (where a.bundle_id is not null), min(p.nombre), min(g.presupuesto ->> 'nombre')),
    case when count(a.bundle_id) = 0 then min(p.nombre_en) end
  from public.adquisiciones a join public.pagos g on g.id = a.pago_id
    join public.movimientos_ingresos m on m.adquisicion_id = a.id
    left join public.productos p on p.id = a.producto_id
  where a.pago_id = p_pago
  group by m.usuario_id;
$$;

-- Notifies the creators of a sale of a dispute, when it opens and when it is decided. At opening, the amount is the
-- share that they had just before.
create function privado.avisar_de_disputa() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_creador record;
  v_datos jsonb;
  v_clave text := 'disputa:' || new.fase || ':' || new.id;
begin
  for v_creador in select * from privado.creadores_de_pago(new.pago_id) order by usuario_id loop
    v_datos := jsonb_build_object('fase', new.fase, 'pedido_id', v_creador.pedido, 'nombre', v_creador.nombre,
      'nombre_en', v_creador.nombre_en, 'centimos', greatest(v_creador.centimos, 0));
    insert into public.notificaciones (user_id, tipo, clave, datos)
    values (v_creador.usuario_id, 'disputa', v_clave, v_datos) on conflict (user_id, clave) do nothing;
    if found then
      perform privado.escribir_con_medida(v_creador.usuario_id, 'disputa_venta', v_clave || ':' || v_creador.usuario_id,
        v_datos);
    end if;
  end loop;
  return null;
end
$$;
create trigger avisar_de_disputa_nueva after insert on public.disputas
  for each row when (new.fase in ('abierta', 'perdida', 'ganada')) execute function privado.avisar_de_disputa();
create trigger avisar_de_disputa after update of fase on public.disputas
  for each row when (new.fase <> old.fase and new.fase in ('abierta', 'perdida', 'ganada'))
  execute function privado.avisar_de_disputa();

-- Notifies the creator of a refund without a dispute or after a won one, with its reason, and of its failure. Disputes
-- have their own notifications.
create function privado.avisar_de_devolucion() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_hecho record;
  v_datos jsonb;
  v_clave text;
begin
  for v_hecho in
    select m.usuario_id, a.pago_id, (array_agg(a.id order by a.id))[1] as pedido, sum(m.centimos) as centimos,
      min(m.id) as primero,
      case when count(a.bundle_id) > 0 then min(g.presupuesto ->> 'nombre') else min(coalesce(p.nombre, g.presupuesto ->> 'nombre')) end as nombre,
      case when count(a.bundle_id) = 0 then min(p.nombre_en) end as nombre_en
    from nuevos m join public.adquisiciones a on a.id = m.adquisicion_id join public.pagos g on g.id = a.pago_id
      left join public.productos p on p.id = a.producto_id
    where m.clave ~ '^(reembolso|devuelta):'
      and not exists (select from public.disputas d where d.pago_id = a.pago_id and d.fase not in ('consulta', 'ganada'))
    group by m.usuario_id, a.pago_id order by m.usuario_id
  loop
    v_clave := 'venta_devuelta:' || v_hecho.primero;
    v_datos := jsonb_build_object('pedido_id', v_hecho.pedido, 'nombre', v_hecho.nombre, 'nombre_en', v_hecho.nombre_en,
      'centimos', v_hecho.centimos, 'motivo', (
        select r.motivo from public.reembolsos r where r.pago_id = v_hecho.pago_id and r.motivo is not null
          and r.estado = case when v_hecho.centimos < 0 then 'hecho' else 'fallido' end
        order by coalesce(r.fallido_at, r.hecho_at) desc nulls last limit 1));
    insert into public.notificaciones (user_id, tipo, clave, datos)
    values (v_hecho.usuario_id, 'venta_devuelta', v_clave, v_datos) on conflict (user_id, clave) do nothing;
    perform privado.escribir_con_medida(v_hecho.usuario_id, 'venta_devuelta', v_clave || ':' || v_hecho.usuario_id, v_datos);
  end loop;
  return null;
end
$$;
create trigger avisar_de_devolucion after insert on public.movimientos_ingresos
  referencing new table as nuevos for each statement execute function privado.avisar_de_devolucion();
