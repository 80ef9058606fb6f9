-- The sentences of the books that speak of refunds in part, of money that goes back undelivered, and of what came since:
-- holds, disputes and the charges of the Club.

update public.comprobaciones set consulta = $q$
  select p.id, (p.presupuesto #>> '{interno,uncoins}')::integer as pack, public.devuelto_de(p) as devuelto, m.abonado
  from public.pagos p
  cross join lateral (select coalesce(sum(cantidad), 0) as abonado from public.movimientos_uncoins where pago_id = p.id) m
  where p.estado = 'entregado' and p.presupuesto #>> '{interno,uncoins}' is not null
    and m.abonado <> round((p.presupuesto #>> '{interno,uncoins}')::numeric
      * (p.total_centimos - public.devuelto_de(p)) / greatest(p.total_centimos, 1))
    and not exists (select from public.casos_admin c where c.tipo = 'uncoins_gastados' and c.pago_id = p.id)$q$,
  frase = 'A pack of coins that was paid for credits exactly its coins, less what went back of its price.',
  frase_es = 'Un pack de UnCoins pagado abona exactamente sus UnCoins, menos lo devuelto de su precio.'
where nombre = 'recargas_entregadas';

update public.comprobaciones set consulta = $q$
  select p.id, p.estado, p.total_centimos, m.cobrado from public.pagos p
  cross join lateral (select coalesce(sum(cantidad), 0) as cobrado from public.movimientos_uncoins where pago_id = p.id) m
  where p.proveedor = 'uncoins'
    and m.cobrado <> case p.estado when 'entregado' then public.devuelto_de(p) - p.total_centimos else 0 end$q$,
  frase = 'A purchase in coins has taken its price once, and given back what was refunded of it once.',
  frase_es = 'Una compra en UnCoins cobra su precio una vez, y devuelve una vez lo que se reembolsa.'
where nombre = 'compras_en_uncoins';

update public.comprobaciones set consulta = $q$
  select p.id, p.estado, p.total_centimos, sum(r.centimos) as reembolsado
  from public.reembolsos r join public.pagos p on p.id = r.pago_id
  where r.estado = 'hecho' and p.total_centimos > 0
  group by p.id having sum(r.centimos) > p.total_centimos
    or (sum(r.centimos) = p.total_centimos and p.estado <> 'reembolsado')$q$,
  frase = 'The refunds of a payment come to no more than it, and a payment of which all went back is refunded.',
  frase_es = 'Los reembolsos de un pago no lo superan, y un pago devuelto del todo consta como reembolsado.'
where nombre = 'reembolsos_hechos';

update public.comprobaciones set consulta = $q$
  select p.id, p.pagado_at from public.pagos p
  where p.estado = 'pagado' and p.pagado_at < now() - interval '1 hour'
    and not exists (select from public.reembolsos r where r.pago_id = p.id and r.estado in ('pedido', 'pendiente'))
    and not exists (select from public.casos_admin c where c.pago_id = p.id and not c.resuelto)$q$,
  frase = 'Money that has come is delivered within an hour or on its way back, or a case is open about it.',
  frase_es = 'El dinero que llega se entrega en una hora o va de vuelta, o hay un caso abierto.'
where nombre = 'pagados_sin_entregar';

update public.comprobaciones set consulta = replace(consulta,
  $q$p.estado in ('pagado', 'entregado', 'en_disputa')$q$,
  $q$p.motivo_no_entregado is null and p.estado in ('pagado', 'entregado', 'en_disputa')$q$)
where nombre = 'cupones_con_limite';

update public.comprobaciones set consulta = $q$
  with ventas as (
    select a.id, p.estado, v.articulo ->> 'usuario_id' as creador,
      case when p.estado = 'entregado' and (v.articulo ->> 'usuario_id')::uuid not in (p.user_id, p.destinatario_id)
        then round(public.parte_porcentual((v.articulo ->> 'centimos')::integer,
          (p.presupuesto #>> '{interno,ingresos_porcentaje}')::integer)::numeric
          * (p.total_centimos - public.devuelto_de(p)) / greatest(p.total_centimos, 1)) else 0 end as debido
    from public.adquisiciones a join public.pagos p on p.id = a.pago_id
    cross join lateral (select x as articulo from jsonb_array_elements(p.presupuesto #> '{interno,articulos}') x
      where x ->> 'producto_id' = a.producto_id::text limit 1) v
  )
  select v.id, v.estado, v.debido, coalesce(sum(m.centimos), 0) as abonado
  from ventas v left join public.movimientos_ingresos m on m.adquisicion_id = v.id
  group by v.id, v.estado, v.debido having coalesce(sum(m.centimos), 0) <> v.debido$q$,
  frase = 'A sale has given its creator the agreed share of what stands of its price; one that was taken back, nothing.',
  frase_es = 'Una venta da a su creador la parte acordada de lo que sigue en pie; una devuelta, nada.'
where nombre = 'ingresos_de_ventas';

update public.comprobaciones set consulta = $q$
  select p.id, public.devuelto_de(p) as devuelto, sum((f.datos ->> 'total_centimos')::integer) as queda
  from public.pagos p join public.facturas f on f.pago_id = p.id
  where p.entregado_at is not null
  group by p.id having sum((f.datos ->> 'total_centimos')::integer) <> p.total_centimos - public.devuelto_de(p)$q$,
  frase = 'What went back of a payment is undone by credit notes, to the cent.',
  frase_es = 'Lo devuelto de un pago se anula con facturas rectificativas, al céntimo.'
where nombre = 'facturas_rectificadas';

insert into public.comprobaciones (nombre, frase, frase_es, consulta) values
('no_entregados_devueltos', 'Money that came for what could not be delivered is on its way back.',
  'El dinero de lo que no se pudo entregar va de vuelta.', $q$
  select p.id, p.motivo_no_entregado from public.pagos p
  where p.estado = 'pagado' and p.motivo_no_entregado is not null
    and not exists (select from public.reembolsos r where r.pago_id = p.id)$q$),
('reservas_de_abiertos', 'Only an open payment holds anything.',
  'Solo un pago abierto reserva algo.', $q$
  select r.pago_id as id, p.estado from public.reservas r join public.pagos p on p.id = r.pago_id
  where p.estado <> 'creado'$q$),
('reservas_con_existencias', 'No more is held of a product than there is of it.',
  'No se reserva de un producto más de lo que hay.', $q$
  select x.id, x.slug, x.unidades, count(distinct r.pago_id) as reservadas
  from public.productos x join public.reservas r on r.producto_id = x.id and r.hasta > now()
  where x.unidades is not null
  group by x.id having x.unidades < 0 or count(distinct r.pago_id) > x.unidades$q$),
('disputas_en_sus_pagos', 'A payment is disputed as long as a dispute holds its money, and not otherwise.',
  'Un pago está en disputa mientras una disputa retiene su dinero, y no de otro modo.', $q$
  select p.id, p.estado from public.pagos p
  where (p.estado = 'en_disputa' or exists (select from public.disputas d where d.pago_id = p.id))
    and p.estado in ('entregado', 'en_disputa') and (p.estado = 'en_disputa') <> public.retenido_por_disputa(p.id)$q$),
('club_cargos_facturados', 'Every charge of the Club is invoiced, less what went back of it.',
  'Cada cuota del Club está facturada, menos lo devuelto.', $q$
  select c.id, c.centimos, c.devuelto_centimos, coalesce(sum((f.datos ->> 'total_centimos')::integer), 0) as facturado
  from public.cargos_club c left join public.facturas f on f.cargo_club_id = c.id
  where c.estado <> 'fallido'
  group by c.id having coalesce(sum((f.datos ->> 'total_centimos')::integer), 0) <> c.centimos - c.devuelto_centimos$q$),
('club_pagado_con_cargos', 'Time that a membership has paid for is of a charge that stands.',
  'El tiempo pagado de una membresía es de una cuota que sigue en pie.', $q$
  select s.id, s.referencia, s.pagado_hasta from public.suscripciones s
  where s.pagado_hasta > now() and not exists (select from public.cargos_club c
    where c.suscripcion_id = s.id and c.estado in ('pagado', 'parcial') and c.periodo_fin >= s.pagado_hasta)$q$);

revoke execute on all functions in schema public from public;
