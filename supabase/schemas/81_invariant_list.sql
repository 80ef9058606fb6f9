-- Ledger invariants. A new check is one more row.

insert into public.comprobaciones (nombre, frase, frase_es, consulta) values

-- Coins.
('uncoins_suman', 'Every balance of coins is the sum of its ledger.',
  'Cada saldo de UnCoins es la suma de su libro.', $q$
  select u.id, u.uncoins as saldo, coalesce(sum(m.cantidad), 0) as libro
  from public.usuarios_meta u left join public.movimientos_uncoins m on m.user_id = u.id
  group by u.id having u.uncoins <> coalesce(sum(m.cantidad), 0)$q$),
('uncoins_sin_deuda', 'Nobody has less than no coins, unless a case says why.',
  'Nadie tiene menos de cero UnCoins, salvo que un caso lo explique.', $q$
  select u.id, u.uncoins as saldo from public.usuarios_meta u
  where u.uncoins < 0 and not exists (select from public.casos_admin c join public.pagos p on p.id = c.pago_id
    where c.tipo = 'uncoins_gastados' and coalesce(p.destinatario_id, p.user_id) = u.id)$q$),
('recargas_entregadas', 'A pack of coins that was paid for credits exactly its coins, less what went back of its price.',
  'Un pack de UnCoins pagado abona exactamente sus UnCoins, menos lo devuelto de su precio.', $q$
  select p.id, (p.presupuesto #>> '{interno,uncoins}')::integer as pack, privado.devuelto_de(p) as devuelto, m.abonado
  from public.pagos p
  cross join lateral (select coalesce(sum(cantidad), 0) as abonado from public.movimientos_uncoins where pago_id = p.id) m
  cross join lateral (select m.abonado - round((p.presupuesto #>> '{interno,uncoins}')::numeric
    * (p.total_centimos - privado.devuelto_de(p)) / greatest(p.total_centimos, 1)) as de_mas) x
  where p.estado = 'entregado' and p.presupuesto #>> '{interno,uncoins}' is not null and x.de_mas <> 0
    and not (x.de_mas > 0 and exists (select from public.casos_admin c
      where c.tipo = 'uncoins_gastados' and c.pago_id = p.id and (c.datos ->> 'faltan')::integer >= x.de_mas))$q$),
('recargas_devueltas', 'The coins of a pack that was refunded or is disputed are taken back, unless a case says what is missing.',
  'Las UnCoins de un pack devuelto o en disputa se retiran, salvo que un caso diga cuántas faltan.', $q$
  select p.id, p.estado, m.abonado from public.pagos p
  cross join lateral (select coalesce(sum(cantidad), 0) as abonado from public.movimientos_uncoins where pago_id = p.id) m
  where p.estado in ('reembolsado', 'en_disputa') and p.presupuesto #>> '{interno,uncoins}' is not null
    and m.abonado <> 0 and not (m.abonado > 0 and exists (select from public.casos_admin c
      where c.tipo = 'uncoins_gastados' and c.pago_id = p.id and (c.datos ->> 'faltan')::integer >= m.abonado))$q$),
('compras_en_uncoins', 'A purchase in coins has taken its price once, and given back what was refunded of it once.',
  'Una compra en UnCoins cobra su precio una vez, y devuelve una vez lo que se reembolsa.', $q$
  select p.id, p.estado, p.total_centimos, m.cobrado from public.pagos p
  cross join lateral (select coalesce(sum(cantidad), 0) as cobrado from public.movimientos_uncoins where pago_id = p.id) m
  where p.proveedor = 'uncoins'
    and m.cobrado <> case p.estado when 'entregado' then privado.devuelto_de(p) - p.total_centimos else 0 end$q$),
('uncoins_del_club', 'The coins of the Club are of a month of which a part was paid.',
  'Las UnCoins del Club son de un mes pagado al menos en parte.', $q$
  select m.id, m.user_id, m.clave from public.movimientos_uncoins m
  cross join lateral (select to_timestamp(
    substring(m.clave from '^club:[0-9a-f-]{36}:([0-9]{4}-[0-9]{2})(?::|$)') || '-01 +00', 'YYYY-MM-DD TZH') as mes) x
  where m.concepto = 'club' and m.cantidad > 0 and x.mes is not null
    and not exists (select from public.cargos_club c where c.id = m.cargo_club_id and c.user_id = m.user_id
      and c.periodo_inicio < x.mes + interval '32 days' and c.periodo_fin > x.mes)$q$),

-- Payments and deliveries.
('entregas_completas', 'A payment that is delivered has an order for each thing that was bought.',
  'Un pago entregado tiene un pedido por cada artículo comprado.', $q$
  select p.id, jsonb_array_length(p.presupuesto #> '{interno,articulos}') as articulos, a.pedidos from public.pagos p
  cross join lateral (select count(*) as pedidos from public.adquisiciones where pago_id = p.id) a
  where p.estado = 'entregado' and p.presupuesto #>> '{interno,uncoins}' is null
    and a.pedidos <> jsonb_array_length(p.presupuesto #> '{interno,articulos}')
    and not exists (select from public.regalos r where r.pago_id = p.id and r.entregado_at is null)$q$),
('regalos_de_sus_pagos', 'A gift is noted for each payment for somebody else, and what it gives came with its delivery.',
  'Cada pago para otra persona tiene su regalo, y lo que da llegó con su entrega.', $q$
  select p.id, p.estado, r.entregado_at from public.pagos p left join public.regalos r on r.pago_id = p.id
  where (p.user_id is distinct from p.destinatario_id) <> (r.pago_id is not null)
    or (r.pago_id is not null and (r.entregado_at is not null)
      <> exists (select from public.adquisiciones a where a.pago_id = p.id))$q$),
('regalos_a_tiempo', 'A gift that is paid for is delivered within a day of its date, unless its money is going back.',
  'Un regalo pagado se entrega en el día siguiente a su fecha, salvo que su dinero esté volviendo.', $q$
  select r.pago_id as id, r.fecha_entrega from public.regalos r join public.pagos p on p.id = r.pago_id
  where r.entregado_at is null and r.destinatario_id is not null and p.estado = 'entregado' and p.motivo_no_entregado is null
    and (p.total_centimos = 0 or privado.reembolsable_de(p) > 0)
    and coalesce(privado.momento_regalo(r.fecha_entrega), p.entregado_at) < now() - interval '1 day'$q$),
('enlaces_de_regalos', 'A gift for anybody has a link, until somebody collects it: then it is theirs.',
  'Un regalo para cualquiera tiene un enlace hasta que alguien lo recoge; desde entonces es suyo.', $q$
  select p.id, e.recogido_at, e.caducado_at from public.pagos p
  left join public.regalos r on r.pago_id = p.id left join public.enlaces_regalo e on e.pago_id = p.id
  where r.destinatario_id is distinct from case when r.pago_id is not null then p.destinatario_id end
    or (p.destinatario_id is null and (e.pago_id is null or e.recogido_at is not null))
    or (e.pago_id is not null and p.destinatario_id is not null and (e.recogido_at is null or e.caducado_at is not null))
    or (p.destinatario_id is null and p.entregado_at is not null and e.caduca_at is null)$q$),
('regalos_caducados', 'A gift that nobody collected has become exactly its price in coins of its giver, unless its money went back; no other gift has.',
  'Un regalo que nadie recogió se convierte exactamente en su precio en UnCoins de quien lo hizo, salvo que su dinero haya vuelto; ningún otro.', $q$
  select e.pago_id as id, p.estado, x.debido, m.abonado from public.enlaces_regalo e join public.pagos p on p.id = e.pago_id
  cross join lateral (select coalesce(sum(cantidad), 0) as abonado, count(*) filter (where user_id <> p.user_id) as de_otros
    from public.movimientos_uncoins where pago_id = p.id) m
  cross join lateral (select case when e.caducado_at is not null and p.estado = 'entregado' and p.motivo_no_entregado is null
    then p.total_centimos - privado.devuelto_de(p) else 0 end as debido) x
  where m.de_otros > 0 or (m.abonado <> x.debido and not (m.abonado > x.debido and exists (select from public.casos_admin c
    where c.tipo = 'uncoins_gastados' and c.pago_id = p.id and (c.datos ->> 'faltan')::integer >= m.abonado - x.debido)))$q$),
('regalos_sin_recoger', 'A gift that nobody collected in time is closed within a day, unless its money is going back.',
  'Un regalo que nadie recogió a tiempo se cierra en un día, salvo que su dinero esté volviendo.', $q$
  select e.pago_id as id, e.caduca_at from public.enlaces_regalo e join public.pagos p on p.id = e.pago_id
  where privado.puede_caducar(p, e) and e.caduca_at < now() - interval '1 day'$q$),
('entregas_vigentes', 'Whoever has paid for something, and was not given the money back, owns it.',
  'Quien ha pagado algo y no ha recuperado el dinero lo tiene.', $q$
  select a.id, p.id as pago_id, a.revocada_motivo from public.pagos p join public.adquisiciones a on a.pago_id = p.id
  where p.estado = 'entregado' and a.revocada_at is not null and not exists (
    select from public.adquisiciones o where o.user_id = a.user_id and o.producto_id = a.producto_id
      and o.edicion_id is not distinct from a.edicion_id and o.revocada_at is null)$q$),
('pedidos_de_pagos_entregados', 'An order that cost something comes from a payment that was delivered.',
  'Un pedido que costó algo viene de un pago entregado.', $q$
  select a.id, a.precio_pagado, p.estado from public.adquisiciones a left join public.pagos p on p.id = a.pago_id
  where (a.precio_pagado > 0 and a.pago_id is null) or (a.pago_id is not null and p.entregado_at is null)$q$),
('pedidos_de_su_destinatario', 'An order belongs to whom the payment was for, and a gift names who gave it.',
  'Un pedido es de quien debía recibirlo, y un regalo dice quién lo hizo.', $q$
  select a.id, a.user_id, p.destinatario_id from public.adquisiciones a join public.pagos p on p.id = a.pago_id
  where a.user_id is distinct from p.destinatario_id or (a.origen = 'regalo') <> (p.user_id <> p.destinatario_id)
    or (a.origen = 'regalo' and a.regalado_por is distinct from p.user_id)$q$),
('importes_de_pedidos', 'The orders of a payment add up to what was paid.',
  'Los pedidos de un pago suman lo que se pagó.', $q$
  select p.id, p.total_centimos, sum(a.precio_pagado * 100)::integer as pedidos
  from public.pagos p join public.adquisiciones a on a.pago_id = p.id
  group by p.id having sum(a.precio_pagado * 100) <> p.total_centimos$q$),
('lineas_suman', 'The lines of the price of a payment add up to what it costs.',
  'Las líneas del precio de un pago suman lo que cuesta.', $q$
  select p.id, p.total_centimos, l.suma from public.pagos p
  cross join lateral (select sum((x ->> 'centimos')::integer) as suma, count(*) as lineas
    from jsonb_array_elements(p.presupuesto -> 'lineas') x) l
  where l.lineas > 0 and l.suma <> p.total_centimos$q$),
('mejoras_con_lo_mejorado', 'Whoever paid the difference to an edition has that edition, unless their money is going back.',
  'Quien pagó la diferencia con una edición la tiene, salvo que su dinero esté volviendo.', $q$
  select p.id, p.producto_id, p.presupuesto #>> '{interno,mejora,edicion_id}' as desde from public.pagos p
  where p.estado = 'entregado' and p.presupuesto #> '{interno,mejora}' is not null
    and not exists (select from public.adquisiciones a
      where a.user_id = p.destinatario_id and a.producto_id = p.producto_id and a.origen <> 'club'
        and a.edicion_id is not distinct from (p.presupuesto #>> '{interno,mejora,edicion_id}')::uuid
        -- While a dispute of it is open, nothing is decided.
        and (a.revocada_at is null or a.revocada_motivo = 'en_disputa'))
    and not exists (select from public.reembolsos r where r.pago_id = p.id and r.estado in ('pedido', 'pendiente'))
    and not exists (select from public.casos_admin c where c.pago_id = p.id and not c.resuelto)$q$),
('mejoras_sin_deuda', 'An upgrade takes off no more than the edition below costs, and never more than the price.',
  'Una mejora no descuenta más de lo que vale la edición que ya se tenía, ni más que el precio.', $q$
  select p.id, p.total_centimos, l.centimos as descontado, p.presupuesto #>> '{interno,mejora,centimos}' as valor
  from public.pagos p
  cross join lateral (select coalesce(sum(-(x ->> 'centimos')::integer), 0) as centimos
    from jsonb_array_elements(p.presupuesto -> 'lineas') x where x ->> 'concepto' = 'mejora') l
  where (l.centimos > 0 or p.presupuesto #> '{interno,mejora}' is not null)
    and (p.total_centimos < 0 or l.centimos < 0
      or l.centimos > coalesce((p.presupuesto #>> '{interno,mejora,centimos}')::integer, 0))$q$),
('devueltos_sin_licencia', 'What was refunded or is disputed is owned by nobody.',
  'Lo devuelto o en disputa no lo tiene nadie.', $q$
  select a.id, p.id as pago_id, p.estado from public.pagos p join public.adquisiciones a on a.pago_id = p.id
  where p.estado in ('reembolsado', 'en_disputa') and a.revocada_at is null$q$),
('retirados_con_devolucion', 'What was taken away as refunded was refunded, or was bought again before the refund failed.',
  'Lo que se retiró por reembolso se reembolsó, o se volvió a comprar antes de que fallara.', $q$
  select a.id, p.id as pago_id, p.estado from public.pagos p join public.adquisiciones a on a.pago_id = p.id
  where a.revocada_motivo = 'reembolsado' and p.estado <> 'reembolsado' and not privado.hay_otra_vigente(a)$q$),
('reembolsos_hechos', 'The refunds of a payment come to no more than it, and a payment of which all went back is refunded.',
  'Los reembolsos de un pago no lo superan, y un pago devuelto del todo consta como reembolsado.', $q$
  select p.id, p.estado, p.total_centimos, sum(r.centimos) as reembolsado
  from public.reembolsos r join public.pagos p on p.id = r.pago_id
  where r.estado = 'hecho' and p.total_centimos > 0
  group by p.id having sum(r.centimos) > p.total_centimos
    or (sum(r.centimos) = p.total_centimos and p.estado <> 'reembolsado')$q$),
('reembolsos_pendientes', 'A refund that was ordered is carried out within two days, or a case is open about it.',
  'Un reembolso pedido se hace en dos días, o hay un caso abierto.', $q$
  select r.id, r.pago_id, r.created_at from public.reembolsos r
  where r.estado = 'pedido' and r.created_at < now() - interval '2 days'
    and not exists (select from public.casos_admin c where c.pago_id = r.pago_id and not c.resuelto)$q$),
('disputas_en_sus_pagos', 'A payment is disputed as long as a dispute holds its money, and not otherwise.',
  'Un pago está en disputa mientras una disputa retiene su dinero, y no de otro modo.', $q$
  select p.id, p.estado from public.pagos p
  where (p.estado = 'en_disputa' or exists (select from public.disputas d where d.pago_id = p.id))
    and p.estado in ('entregado', 'en_disputa') and (p.estado = 'en_disputa') <> privado.retenido_por_disputa(p.id)$q$),
('pagados_sin_entregar', 'Money that has come is delivered within an hour or on its way back, or a case is open about it.',
  'El dinero que llega se entrega en una hora o va de vuelta, o hay un caso abierto.', $q$
  select p.id, p.pagado_at from public.pagos p
  where p.estado = 'pagado' and p.pagado_at < now() - interval '1 hour'
    and not exists (select from public.reembolsos r where r.pago_id = p.id and r.estado in ('pedido', 'pendiente'))
    and not exists (select from public.casos_admin c where c.pago_id = p.id and not c.resuelto)$q$),
('no_entregados_devueltos', 'Money that came for what could not be delivered is on its way back.',
  'El dinero de lo que no se pudo entregar va de vuelta.', $q$
  select p.id, p.motivo_no_entregado from public.pagos p
  where p.estado in ('pagado', 'entregado') and p.motivo_no_entregado is not null and privado.reembolsable_de(p) > 0
    and not exists (select from public.reembolsos r where r.pago_id = p.id and r.motivo like 'no_entregable: %')$q$),
('pagos_abiertos', 'An open payment is settled within two days of its end, or a case is open about it.',
  'Un pago abierto se aclara en dos días desde que caduca, o hay un caso abierto.', $q$
  select p.id, p.caduca_at from public.pagos p
  where p.estado = 'creado' and p.caduca_at < now() - interval '2 days'
    and not exists (select from public.casos_admin c where c.pago_id = p.id and not c.resuelto)$q$),
('momentos_de_pagos', 'A payment says when it was paid, delivered and taken back, and under which reference.',
  'Un pago dice cuándo se cobró, se entregó y se devolvió, y con qué referencia.', $q$
  select p.id, p.estado from public.pagos p
  where (p.estado in ('pagado', 'entregado') and (p.pagado_at is null or p.referencia is null))
    or (p.estado = 'entregado' and (p.entregado_at is null or p.revertido_at is not null))
    or (p.estado in ('reembolsado', 'en_disputa') and p.revertido_at is null)
    or (p.estado in ('creado', 'fallido', 'caducado') and p.entregado_at is not null)$q$),
('licencias_unicas', 'Nobody has the same edition twice from the same source.',
  'Nadie tiene dos veces la misma edición del mismo origen.', $q$
  select min(a.id::text) as id, a.user_id, a.producto_id, a.edicion_id, a.origen, count(*) as veces
  from public.adquisiciones a where a.revocada_at is null and a.bundle_id is null and a.producto_id is not null
  group by a.user_id, a.producto_id, a.edicion_id, a.origen having count(*) > 1$q$),
('vendidos_contados', 'A product counts at least as many sales as it has orders that were paid for.',
  'Un producto cuenta al menos tantas ventas como pedidos pagados tiene.', $q$
  select p.id, p.slug, p.adquirido, count(a.id) as pedidos
  from public.productos p join public.adquisiciones a on a.producto_id = p.id and a.pago_id is not null
  group by p.id having p.adquirido < count(a.id)$q$),
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
('unidades_de_ventas', 'No unit of a cancelled purchase can be sold again that its sale did not take.',
  'No vuelve a la venta ninguna unidad de una compra cancelada que su venta no quitara.', $q$
  select p.id, p.unidades_vendidas, p.unidades_devueltas from public.pagos p
  where exists (select from unnest(p.unidades_devueltas) d where not p.unidades_vendidas ? d::text)$q$),
('cupones_con_limite', 'A coupon is used no more often than it says, in all and by each person.',
  'Un cupón no se usa más veces de las que dice, en total y por persona.', $q$
  select c.id, c.codigo, c.usos_max, c.usos_por_usuario, u.usos, u.de_uno from public.codigos_cupones c
  cross join lateral (select coalesce(sum(x.n), 0) as usos, coalesce(max(x.n), 0) as de_uno from (
    select count(*) as n from public.pagos p
    where p.cupon_id = c.id and p.motivo_no_entregado is null and p.estado in ('pagado', 'entregado', 'en_disputa') group by p.user_id) x) u
  where (u.usos > c.usos_max or u.de_uno > c.usos_por_usuario) and not exists (
    select from public.auditoria x where x.objeto_tipo = 'cupon' and x.objeto_id = c.id::text and x.antes is not null)$q$),
('codigos_canjeados', 'A code that was used says by whom and when, and gave them the product once.',
  'Un código usado dice quién y cuándo, y le dio el producto una vez.', $q$
  select c.id, c.codigo, c.canjeado_por from public.codigos_canjes c
  where c.canjeado <> (c.canjeado_por is not null) or c.canjeado <> (c.canjeado_at is not null)
    or (c.canjeado and (select count(*) from public.adquisiciones a
      where a.origen = 'codigo' and a.user_id = c.canjeado_por and a.producto_id = c.id_producto
        and a.edicion_id is not distinct from c.id_edicion)
      <> (select count(*) from public.codigos_canjes o
      where o.canjeado_por = c.canjeado_por and o.id_producto = c.id_producto
        and o.id_edicion is not distinct from c.id_edicion))$q$),
('pedidos_de_codigos', 'An order that came with a code has a used code.',
  'Un pedido hecho con un código tiene su código usado.', $q$
  select a.id, a.user_id, a.producto_id from public.adquisiciones a
  where a.origen = 'codigo' and a.producto_id is not null and not exists (
    select from public.codigos_canjes c where c.canjeado_por = a.user_id and c.id_producto = a.producto_id
      and c.id_edicion is not distinct from a.edicion_id)$q$),

-- Creators' money.
('ingresos_de_ventas', 'A sale has given its creator the agreed share of what stands of its price; one that was taken back, nothing.',
  'Una venta da a su creador la parte acordada de lo que sigue en pie; una devuelta, nada.', $q$
  with ventas as (
    select a.id, p.estado, v.articulo ->> 'usuario_id' as creador,
      case when p.estado = 'entregado' and (v.articulo ->> 'usuario_id')::uuid not in (p.user_id, p.destinatario_id)
        then round(privado.ingreso_de(p.presupuesto, v.articulo)::numeric
          * (p.total_centimos - privado.devuelto_de(p)) / greatest(p.total_centimos, 1)) else 0 end as debido
    from public.adquisiciones a join public.pagos p on p.id = a.pago_id
    cross join lateral (select x as articulo from jsonb_array_elements(p.presupuesto #> '{interno,articulos}') x
      where x ->> 'producto_id' = a.producto_id::text limit 1) v
  )
  select v.id, v.estado, v.debido, coalesce(sum(m.centimos), 0) as abonado
  from ventas v left join public.movimientos_ingresos m on m.adquisicion_id = v.id
  group by v.id, v.estado, v.debido having coalesce(sum(m.centimos), 0) <> v.debido$q$),
('cupones_de_creadores', 'A coupon of a creator takes no cent of the shop: its part of a sale is what it would be without the coupon.',
  'El cupón de un creador no le quita nada a la tienda: su parte de la venta es la misma que sin cupón.', $q$
  select p.id, p.total_centimos, r.regalado, m.centimos from public.pagos p
  cross join lateral (select (p.presupuesto #>> '{interno,cupon_creador_centimos}')::integer as regalado) r
  join public.adquisiciones a on a.pago_id = p.id
  join public.movimientos_ingresos m on m.clave = 'venta:' || a.id
  where r.regalado is not null and (p.bundle_id is not null or p.total_centimos - m.centimos
    < p.total_centimos + r.regalado - privado.parte_porcentual(p.total_centimos + r.regalado,
      (p.presupuesto #>> '{interno,ingresos_porcentaje}')::integer))$q$),
('ofertas_a_su_hora', 'What a product or an edition costs now is what its price and its offers say.',
  'Lo que cuesta ahora un producto o una edición es lo que dicen su precio y sus ofertas.', $q$
  select p.id, null::uuid as edicion_id, p.oferta from public.productos p
  where p.oferta is distinct from privado.oferta_vigente(p.id, null, p.precio, p.oferta_fija, now())
    and not exists (select from privado.ofertas_por_anotar(p.id))
  union all
  select e.producto_id, e.id, e.oferta from public.ediciones e
  where e.oferta is distinct from privado.oferta_vigente(e.producto_id, e.id, e.precio, e.oferta_fija, now())
    and not exists (select from privado.ofertas_por_anotar(e.producto_id))$q$),
('ingresos_con_origen', 'Every cent of a creator comes from an order that was paid for, or from a withdrawal.',
  'Cada céntimo de un creador viene de un pedido pagado o de un retiro.', $q$
  select m.id, m.concepto, m.centimos from public.movimientos_ingresos m
  left join public.adquisiciones a on a.id = m.adquisicion_id
  where (m.concepto in ('venta', 'reembolso') and a.pago_id is null)
    or (m.concepto in ('retiro', 'retiro_devuelto') and m.withdrawal_id is null)
    or (m.withdrawal_id is not null and m.usuario_id <> (
      select w.usuario_id from public.withdrawals w where w.id = m.withdrawal_id))$q$),
('movimientos_de_ventas', 'What is taken from a sale, or given back to it, belongs to a sale of the same creator, and never exceeds it.',
  'Lo que se quita a una venta, o se le devuelve, es de una venta del mismo creador, y nunca la supera.', $q$
  select m.adquisicion_id as id, m.usuario_id, sum(m.centimos) as neto from public.movimientos_ingresos m
  where m.adquisicion_id is not null group by m.adquisicion_id, m.usuario_id
  having count(*) filter (where m.clave = 'venta:' || m.adquisicion_id) <> 1 or sum(m.centimos) < 0
    or sum(m.centimos) > sum(m.centimos) filter (where m.clave = 'venta:' || m.adquisicion_id)$q$),
('ingresos_de_otros', 'Nobody earns a share of what they buy from themselves.',
  'Nadie gana una parte de lo que se compra a sí mismo.', $q$
  select m.id, m.usuario_id, p.id as pago_id from public.movimientos_ingresos m
  join public.adquisiciones a on a.id = m.adquisicion_id join public.pagos p on p.id = a.pago_id
  where m.usuario_id in (p.user_id, p.destinatario_id)$q$),
('saldos_suman', 'What a creator has is the sum of what was booked for them.',
  'Lo que tiene un creador es la suma de lo que se le ha anotado.', $q$
  select x.usuario_id as id, sum(x.libro) as libro, sum(x.saldo) as saldo from (
    select usuario_id, centimos as libro, 0 as saldo from public.movimientos_ingresos
    union all select usuario_id, 0, centimos from public.saldos_creadores) x
  group by x.usuario_id having sum(x.libro) <> sum(x.saldo)$q$),
('cifras_de_productos_suman', 'The figures that creators see are those of the orders, the shares and the views.',
  'Las cifras que ven los creadores son las de los pedidos, los ingresos y las visitas.', $q$
  select x.producto_id as id, x.dia, sum(x.visitas) as visitas, sum(x.pedidos) as pedidos, sum(x.centimos) as centimos
  from (
    select producto_id, dia, visitas, pedidos, centimos from public.cifras_productos where producto_id is not null
    union all select producto_id, dia, -1, 0, 0 from public.visitas_producto
    union all select a.producto_id, d.dia, 0, -1, 0 from public.adquisiciones a
      cross join lateral (values (privado.dia_de(a.created_at)), ('-infinity'::date)) d(dia)
      where a.revocada_at is null and a.producto_id is not null
    union all select a.producto_id, d.dia, 0, 0, -m.centimos
      from public.movimientos_ingresos m join public.adquisiciones a on a.id = m.adquisicion_id
      cross join lateral (values (privado.dia_de(m.created_at)), ('-infinity'::date)) d(dia)
      where a.producto_id is not null
  ) x
  group by x.producto_id, x.dia having sum(x.visitas) <> 0 or sum(x.pedidos) <> 0 or sum(x.centimos) <> 0$q$),
('cifras_de_creadores_suman', 'What creators see of a day is the sum of the folded figures of their products.',
  'Lo que ven los creadores de un día es la suma de las cifras plegadas de sus productos.', $q$
  select x.usuario_id as id, x.dia, sum(x.visitas) as visitas, sum(x.pedidos) as pedidos, sum(x.centimos) as centimos
  from (
    select usuario_id, dia, fuente, visitas, pedidos, centimos from public.cifras_productos where plegada and dia > '-infinity'
    union all select usuario_id, dia, fuente, -visitas, -pedidos, -centimos from public.cifras_creadores
  ) x
  group by x.usuario_id, x.dia, x.fuente having sum(x.visitas) <> 0 or sum(x.pedidos) <> 0 or sum(x.centimos) <> 0$q$),
('retiros_en_el_libro', 'A withdrawal is taken from the balance once while it is asked for, on its way or paid, and not otherwise.',
  'Un retiro se descuenta una vez mientras está pedido, en camino o pagado, y no de otro modo.', $q$
  select w.id, w.estado, w.amount, coalesce(sum(m.centimos), 0) as libro
  from public.withdrawals w left join public.movimientos_ingresos m on m.withdrawal_id = w.id
  group by w.id having coalesce(sum(m.centimos), 0)
    <> case when w.estado in ('rechazado', 'fallido', 'cancelado') then 0 else -(w.amount * 100)::integer end$q$),
('retiros_cubiertos', 'A withdrawal was sent only when its creator had the money at that moment.',
  'Un retiro solo se envió si en ese momento su creador tenía el dinero.', $q$
  select w.id, w.usuario_id, w.amount, w.enviado_at, s.saldo from public.withdrawals w
  -- Amounts reserved by other withdrawals without an approval did not count.
  cross join lateral (select coalesce(sum(m.centimos), 0) as saldo from public.movimientos_ingresos m
    left join public.withdrawals o on o.id = m.withdrawal_id
    where m.usuario_id = w.usuario_id and m.created_at < w.enviado_at - interval '5 seconds'
      and (o.id is null or o.id = w.id or coalesce(o.resuelto_at, 'infinity') < w.enviado_at)) s
  where w.estado in ('en_proceso', 'pagado') and w.enviado_at is not null and s.saldo < 0$q$),
('retiros_pagados', 'A withdrawal that is paid says when, and by which payout.',
  'Un retiro pagado dice cuándo y con qué envío.', $q$
  select w.id, w.lote, w.referencia, w.pagado_at from public.withdrawals w
  where w.estado = 'pagado' and (w.pagado_at is null or coalesce(w.lote, w.referencia) is null)$q$),
('retiros_sin_aclarar', 'A payout of which nobody knows what became of it is listed for the admins within a day.',
  'Un envío del que nadie sabe qué fue se lista para los administradores en un día.', $q$
  select w.id, w.enviado_at, w.intentos from public.withdrawals w
  where w.estado = 'en_proceso' and w.lote is null and w.enviado_at < now() - interval '1 day'
    and not exists (select from public.casos_admin c where c.clave = 'retiro_sin_aclarar:' || w.id)$q$),
('retiros_atendidos', 'An approved withdrawal is looked after every day until it is settled.',
  'Un retiro aprobado se atiende cada día hasta que se resuelve.', $q$
  select w.id, w.resuelto_at, w.atendido_at from public.withdrawals w
  where w.estado = 'en_proceso' and coalesce(w.atendido_at, w.resuelto_at, w.created_at) < now() - interval '1 day'$q$),

-- Invoices.
('facturas_sin_huecos', 'The invoices of a series are numbered from one without a gap, to where its counter stands.',
  'Las facturas de una serie se numeran desde uno sin huecos, hasta donde va su contador.', $q$
  select coalesce(c.serie, f.serie) as id, c.ultimo as contador, f.facturas, f.ultima from public.contadores_facturas c
  full join (select serie, count(*) as facturas, max(numero) as ultima from public.facturas group by serie) f
    on f.serie = c.serie
  where c.ultimo is distinct from f.ultima or f.facturas is distinct from f.ultima$q$),
('facturas_de_pagos', 'Whatever was paid with money and delivered has its invoice, of the same amount, or waits in line for it.',
  'Lo pagado con dinero y entregado tiene su factura, por el mismo importe, o está en cola para tenerla.', $q$
  select p.id, p.total_centimos, f.datos ->> 'total_centimos' as facturado from public.pagos p
  left join public.facturas f on f.pago_id = p.id and f.rectifica is null
  where p.proveedor in ('stripe', 'paypal') and p.total_centimos > 0 and p.entregado_at is not null
    and (f.datos ->> 'total_centimos')::integer is distinct from p.total_centimos
    and not (f.id is null and exists (select from public.facturas_pendientes where pago_id = p.id))$q$),
('facturas_rectificadas', 'What went back of a payment is undone by credit notes, to the cent.',
  'Lo devuelto de un pago se anula con facturas rectificativas, al céntimo.', $q$
  select p.id, privado.devuelto_de(p) as devuelto, sum((f.datos ->> 'total_centimos')::integer) as queda
  from public.pagos p join public.facturas f on f.pago_id = p.id
  where p.entregado_at is not null
  group by p.id having sum((f.datos ->> 'total_centimos')::integer) <> p.total_centimos - privado.devuelto_de(p)$q$),
('facturas_suman', 'Base and tax of an invoice add up to its total, and so do the lines of one of the Club.',
  'La base y el impuesto de una factura suman su total, y las líneas de una del Club también.', $q$
  select f.id, f.serie, f.numero from public.facturas f
  where (f.datos ->> 'base_centimos')::integer + (f.datos ->> 'iva_centimos')::integer
    <> (f.datos ->> 'total_centimos')::integer
    or (f.cargo_club_id is not null and (select sum((l ->> 'centimos')::integer) from jsonb_array_elements(f.datos -> 'lineas') l)
      is distinct from (f.datos ->> 'total_centimos')::integer)$q$),

-- The Club.
('club_con_suscripcion', 'A member of the Club has a subscription that is paid, and whoever has one is a member.',
  'Un socio del Club tiene una suscripción pagada, y quien la tiene es socio.', $q$
  select u.id, u.club, s.hasta from public.usuarios_meta u
  cross join lateral (select max(x.pagado_hasta) as hasta, bool_or(privado.suscripcion_vigente(x)) as vigente
    from public.suscripciones x where x.user_id = u.id and x.estado <> 'terminada') s
  where (u.club and coalesce(s.hasta, '-infinity') < now() - interval '2 days') or (not u.club and s.vigente)$q$),
('club_una_suscripcion', 'Nobody pays for two memberships at once, unless a case says so.',
  'Nadie paga dos membresías a la vez, salvo que haya un caso.', $q$
  select s.user_id as id, count(*) as suscripciones from public.suscripciones s
  where privado.suscripcion_vigente(s) and not exists (
    select from public.casos_admin c where c.tipo = 'club_pagado_dos_veces' and c.datos ->> 'usuario' = s.user_id::text)
  group by s.user_id having count(*) > 1$q$),
('club_pagado_con_cargos', 'Time that a membership has paid for is of a charge that stands.',
  'El tiempo pagado de una membresía es de una cuota que sigue en pie.', $q$
  select s.id, s.referencia, s.pagado_hasta from public.suscripciones s
  where s.pagado_hasta > now() and not exists (select from public.cargos_club c
    where c.suscripcion_id = s.id and c.estado in ('pagado', 'parcial') and c.periodo_fin >= s.pagado_hasta)$q$),
('club_cargos_facturados', 'Every charge of the Club is invoiced, less what went back of it, or waits in line for it.',
  'Cada cuota del Club está facturada, menos lo devuelto, o está en cola para estarlo.', $q$
  select c.id, c.centimos, c.devuelto_centimos, coalesce(sum((f.datos ->> 'total_centimos')::integer), 0) as facturado
  from public.cargos_club c left join public.facturas f on f.cargo_club_id = c.id
  where c.estado <> 'fallido' and not exists (select from public.facturas_pendientes where cargo_club_id = c.id)
  group by c.id having coalesce(sum((f.datos ->> 'total_centimos')::integer), 0) <> c.centimos - c.devuelto_centimos$q$),
('club_licencias', 'What the Club lends is with members.',
  'Lo que presta el Club lo tienen los socios.', $q$
  select a.id, a.user_id, a.producto_id from public.adquisiciones a join public.usuarios_meta u on u.id = a.user_id
  where a.origen = 'club' and a.revocada_at is null and not u.club$q$),
('club_renovaciones_avisadas', 'Yearly members are told of their renewal a day after it is due at the latest.',
  'Quien paga el Club por años recibe el aviso de su renovación, como tarde un día después de tocarle.', $q$
  select s.id, s.referencia, s.periodo_fin from public.suscripciones s join public.usuarios_meta u on u.id = s.user_id
  where s.plan = 'yearly' and s.estado = 'activa' and u.borrada_at is null and s.visto_at < now() - interval '1 day'
    and s.periodo_fin > now() and s.periodo_fin <= now() + interval '14 days'
    and not exists (select from public.cancelaciones_club c where c.suscripcion_id = s.id and c.estado = 'pendiente')
    and not exists (select from public.correos c where c.user_id = s.user_id and c.plantilla = 'club_renovacion'
      and c.clave like 'club_renovacion:' || s.referencia || ':%' and c.created_at > s.periodo_fin - interval '16 days')$q$),

-- People and social data.
('sin_seguirse', 'Nobody follows themselves, or anybody twice.',
  'Nadie se sigue a sí mismo, ni a nadie dos veces.', $q$
  select f.follower_id as id, f.following_id, count(*) as veces from public.follows f
  group by f.follower_id, f.following_id having count(*) > 1 or f.follower_id = f.following_id$q$),
('favoritos_unicos', 'Nobody has the same favourite twice.',
  'Nadie tiene dos veces el mismo favorito.', $q$
  select min(f.id::text) as id, f.user_id, f.producto_id from public.favoritos f
  group by f.user_id, f.producto_id having count(*) > 1$q$),
('valoraciones_suman', 'The rating of a product is that of its reviews.',
  'La valoración de un producto es la de sus reseñas.', $q$
  select p.id, p.slug, p.valoracion_media, p.valoraciones, r.media, r.cuantas from public.productos p
  cross join lateral (select round(avg(estrellas), 2) as media, count(*) as cuantas
    from public.resenas where producto_id = p.id and not oculta) r
  where p.valoracion_media is distinct from r.media or p.valoraciones <> r.cuantas$q$),
('resenas_de_duenos', 'A review is of somebody who has had the product, and not of its creator.',
  'Una reseña es de alguien que ha tenido el producto, y no de su creador.', $q$
  select r.id, r.user_id, r.producto_id from public.resenas r join public.productos p on p.id = r.producto_id
  where p.usuario_id = r.user_id or not exists (
    select from public.adquisiciones a where a.user_id = r.user_id and a.producto_id = r.producto_id)$q$),
('cuentas_borradas', 'A deleted account cannot sign in, and is in no Club.',
  'Una cuenta borrada no puede entrar ni está en el Club.', $q$
  select u.id, u.club from public.usuarios_meta u join auth.users a on a.id = u.id
  where u.borrada_at is not null and (u.club or a.email not like 'borrado-%' or coalesce(a.encrypted_password, '') <> ''
    or exists (select from auth.identities i where i.user_id = u.id))$q$),
('rutas_de_archivos', 'The file of a product is a web address, or a path without tricks in its bucket.',
  'El archivo de un producto es una dirección web, o una ruta sin trampas en su almacén.', $q$
  select x.id, x.enlace from (
    select p.id, p.download_link as enlace from public.productos p
    union all select e.id, e.download_link from public.ediciones e) x
  where x.enlace <> '' and x.enlace !~ '^https://[^/\s\\]'
    and (x.enlace !~ '^descargas/[^/]' or x.enlace ~ '(^|/)\.{1,2}(/|$)' or x.enlace ~ '//|[\\%[:cntrl:]]|/$')$q$),
('precios_en_orden', 'An offer is lower than the price.',
  'Una oferta es menor que el precio.', $q$
  select x.id, x.precio, x.oferta from (
    select id, precio, oferta from public.productos union all select id, precio, oferta from public.ediciones
    union all select id, precio, oferta from public.bundles) x
  where x.oferta > x.precio or x.oferta <= 0$q$),

-- Decisions.
('revisiones_con_final', 'A revision that is decided says when, no other does, and only what was approved has a version.',
  'Una revisión decidida dice cuándo, ninguna otra lo hace, y solo lo aprobado tiene versión.', $q$
  select r.id, r.estado, r.decidida_at from public.revisiones_producto r
  where (r.estado in ('aprobada', 'rechazada')) <> (r.decidida_at is not null)
    or (r.estado <> 'aprobada' and exists (select from public.versiones_producto v where v.revision_id = r.id))$q$),
('reportes_con_final', 'A report that is settled says when and what was done.',
  'Un reporte cerrado dice cuándo y qué se hizo.', $q$
  select r.id, r.estado from public.reportes r
  where (r.estado = 'abierto') <> (r.resuelto_at is null) or (r.estado <> 'abierto' and coalesce(btrim(r.nota), '') = '')$q$),
('respuestas_enviadas', 'An answer to a dispute that was sent says when, and keeps what it was sent with.',
  'Una respuesta enviada a una disputa dice cuándo, y guarda con qué se envió.', $q$
  select d.disputa_id as id, d.estado from public.respuestas_disputa d
  where (d.estado = 'enviada' and d.enviada_at is null) or (d.estado <> 'borrador' and d.pruebas is null)$q$),
('precios_en_su_historia', 'The history of prices ends with the price of today.',
  'La historia de precios acaba en el precio de hoy.', $q$
  select p.id, p.precio, p.oferta, h.precio as anotado, h.oferta as oferta_anotada from public.productos p
  cross join lateral (select x.precio, x.oferta from public.historial_precios x
    where x.producto_id = p.id and x.edicion_id is null order by x.desde desc, x.id desc limit 1) h
  where h.precio <> p.precio or h.oferta is distinct from p.oferta$q$),
('cuentas_enteras', 'Every account has its two rows, and no row is without its account.',
  'Cada cuenta tiene sus dos filas, y ninguna fila está sin cuenta.', $q$
  select coalesce(a.id, u.id, p.id) as id, a.id is null as sin_cuenta, u.id is null as sin_meta, p.id is null as sin_perfil
  from auth.users a full join public.usuarios_meta u on u.id = a.id full join public.profiles p on p.id = coalesce(u.id, a.id)
  where a.id is null or u.id is null or p.id is null$q$),
('club_cancelaciones_cerradas', 'A cancellation of a membership that was carried out says when.',
  'Una cancelación hecha de una membresía dice cuándo.', $q$
  select c.id, c.estado from public.cancelaciones_club c where (c.estado = 'pendiente') <> (c.cerrada_at is null)$q$),

-- Outgoing mails and incoming events.
('correos_en_marcha', 'A mail is sent or given up within three days.',
  'Un correo se envía o se da por perdido en tres días.', $q$
  select c.id, c.plantilla, c.intentos, c.ultimo_error from public.correos c
  where c.estado = 'pendiente' and c.created_at < now() - interval '3 days'$q$),
('eventos_cerrados', 'What a provider has told is dealt with within an hour.',
  'Lo que cuenta un proveedor se trata en una hora.', $q$
  select e.id, e.proveedor, e.evento_id, e.tipo, e.recibido_at from public.eventos_proveedor e
  where e.procesado_at is null and e.recibido_at < now() - interval '1 hour'$q$),
('casos_cerrados', 'A case that a person has closed says what was done.',
  'Un caso cerrado por una persona dice qué se hizo.', $q$
  select c.id, c.tipo from public.casos_admin c
  where c.resuelto_por is not null and (not c.resuelto or coalesce(btrim(c.nota), '') = '' or c.resuelto_at is null)$q$),
('actos_de_admins', 'Every approval of a withdrawal was noted, with who gave it.',
  'Cada aprobación de un retiro quedó anotada, con quién la dio.', $q$
  select w.id, w.resuelto_por from public.withdrawals w
  where w.estado in ('en_proceso', 'pagado') and not exists (select from public.auditoria x
    where x.objeto_tipo = 'retiro' and x.objeto_id = w.id::text and x.accion in ('aprobar_retiro', 'aclarar_retiro')
      and x.actor_id is not null)$q$),

-- Delivery into the game.
('entregas_al_dia', 'Servers were told of a licence what is true of it.',
  'A los servidores se les dijo de una licencia lo que es cierto.', $q$
  select a.id, s.evento, a.revocada_at from public.adquisiciones a
  cross join lateral (select x.evento from public.sucesos_licencia x where x.adquisicion_id = a.id order by x.numero desc limit 1) s
  where (s.evento in ('concedida', 'lanzada', 'devuelta')) <> (a.revocada_at is null)
  union all
  select a.id, null, null from public.acciones_servidor x
  join public.adquisiciones a on a.producto_id = x.producto_id and (x.edicion_id is null or x.edicion_id = a.edicion_id)
    and a.created_at > x.created_at + interval '1 minute'
  where x.quitada_at is null and 'concedida' = any (x.eventos) and a.revocada_at is null and not a.es_reserva
    and a.minecraft_name is not null and not exists (select from public.sucesos_licencia s where s.adquisicion_id = a.id)$q$),
('entregas_con_ordenes', 'A licence with actions has their commands.',
  'Una licencia con acciones tiene sus órdenes.', $q$
  select s.adquisicion_id as id, s.evento, x.id as accion, v.id as servidor from public.sucesos_licencia s
  join public.adquisiciones a on a.id = s.adquisicion_id
  join public.productos p on p.id = a.producto_id
  join public.acciones_servidor x on x.producto_id = p.id and s.evento = any (x.eventos) and x.destino <> 'elegido'
    and (x.edicion_id is null or x.edicion_id = a.edicion_id) and s.created_at > x.created_at + interval '1 minute'
    and s.created_at < coalesce(x.quitada_at, 'infinity') - interval '1 minute'
  join public.servidores v on v.usuario_id = p.usuario_id and (x.servidor_id is null or v.id = x.servidor_id)
    and s.created_at > v.created_at + interval '1 minute' and s.created_at < coalesce(v.quitado_at, 'infinity') - interval '1 minute'
  where s.evento in ('concedida', 'lanzada') and jsonb_array_length(x.pasos) <> (select count(*) from public.ordenes_servidor o
    where o.suceso_id = s.id and o.accion_id = x.id and o.servidor_id = v.id and o.deshace_id is null)
  union all
  select o.adquisicion_id, s.evento, o.accion_id, o.servidor_id from public.ordenes_servidor o
  join public.sucesos_licencia s on s.id = o.suceso_id and s.evento in ('concedida', 'lanzada', 'devuelta')
  join public.adquisiciones a on a.id = o.adquisicion_id and a.revocada_at is null
  join public.servidores v on v.id = o.servidor_id and v.quitado_at is null
  where o.deshace_id is null and o.estado = 'cancelada' and o.intentos = 0 and o.jugador <> 'borrado'
    and o.terminada_at < (select max(x.created_at) from public.sucesos_licencia x where x.adquisicion_id = a.id)
    and not privado.relevada(o) and not exists (select from public.ordenes_servidor x
      where x.adquisicion_id = o.adquisicion_id and x.servidor_id = o.servidor_id and x.orden = o.orden
        and privado.sigue_en_pie(x))$q$),
('ordenes_una_vez', 'No command is queued twice, or taken back twice.',
  'Ninguna orden está dos veces en cola, ni se deshace dos veces.', $q$
  select min(o.id) as id, count(*) as veces from public.ordenes_servidor o where o.deshace_id is null
  group by o.suceso_id, o.servidor_id, o.accion_id, o.posicion having count(*) > 1
  union all
  select o.deshace_id, count(*) from public.ordenes_servidor o where o.deshace_id is not null and o.estado <> 'cancelada'
  group by o.deshace_id having count(*) > 1$q$),
('ordenes_retiradas', 'Of a licence that has ended nothing waits to be done, and what was done is taken back.',
  'De una licencia terminada nada espera hacerse, y lo hecho se deshace.', $q$
  select o.id, o.estado, o.adquisicion_id from public.ordenes_servidor o
  join public.adquisiciones a on a.id = o.adquisicion_id and a.revocada_at is not null
  join public.sucesos_licencia s on s.id = o.suceso_id and s.evento in ('concedida', 'lanzada', 'devuelta')
  join public.servidores v on v.id = o.servidor_id and v.quitado_at is null
  where o.deshace_id is null and (o.estado = 'esperando' or (o.deshacer is not null and o.intentos > 0 and not o.cedida
    and not exists (select from public.ordenes_servidor u where u.deshace_id = o.id and u.estado <> 'cancelada')))$q$),

-- Help.
('solicitudes_con_su_reembolso', 'A refund that was granted to somebody who asked is a refund of that payment.',
  'Un reembolso concedido a quien lo pidió es un reembolso de ese pago.', $q$
  select s.id, s.pago_id, s.reembolso_id from public.solicitudes s left join public.reembolsos r on r.id = s.reembolso_id
  where s.decision = 'aceptada' and s.pago_id is not null and r.pago_id is distinct from s.pago_id$q$);
