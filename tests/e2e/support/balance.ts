import { database } from './database.ts';

/**
 * Violated ledger rules as sentences, for one person or the whole shop: every payment is delivered at most once, and
 * every stored balance is the sum of its ledger.
 */
export async function findImbalances(userId: string | null = null): Promise<string[]> {
  const sql = database();
  const rows = await sql<{ problem: string }[]>`
    with p as (select * from pagos where ${userId}::uuid is null or user_id = ${userId}),
    entregas as (
      select p.id, p.estado, p.total_centimos, (p.presupuesto #>> '{interno,uncoins}')::int as uncoins,
        jsonb_array_length(p.presupuesto #> '{interno,articulos}') as articulos,
        (select count(*) from adquisiciones a where a.pago_id = p.id) as pedidos,
        (select count(*) from adquisiciones a where a.pago_id = p.id and a.revocada_at is null) as vigentes,
        (select coalesce(sum(cantidad), 0) from movimientos_uncoins m where m.pago_id = p.id and m.cantidad > 0
          and m.concepto = 'recarga') as recargados,
        (select coalesce(sum(m.centimos), 0) from movimientos_ingresos m join adquisiciones a on a.id = m.adquisicion_id
          where a.pago_id = p.id) as ingresos
      from p
    )
    select 'pago ' || id || ' entregado con ' || vigentes || ' de ' || articulos || ' licencias' as problem
      from entregas where estado = 'entregado' and uncoins is null and (vigentes <> articulos or pedidos <> articulos)
    union all
    select 'recarga ' || id || ' entregada con ' || recargados || ' de ' || uncoins
      from entregas where estado = 'entregado' and uncoins is not null and recargados < uncoins
    union all
    select 'pago ' || id || ' en ' || estado || ' con ' || vigentes || ' licencias y ' || ingresos || ' céntimos'
      from entregas where estado <> 'entregado' and (vigentes <> 0 or ingresos <> 0)
    union all
    select 'saldo de ' || u.id || ': ' || u.uncoins || ' y el libro ' || coalesce(sum(m.cantidad), 0)
      from usuarios_meta u left join movimientos_uncoins m on m.user_id = u.id
      where ${userId}::uuid is null or u.id = ${userId} group by u.id having u.uncoins <> coalesce(sum(m.cantidad), 0)
    union all
    select 'ingresos de ' || a.id || ': ' || sum(m.centimos) from adquisiciones a
      join movimientos_ingresos m on m.adquisicion_id = a.id left join pagos p on p.id = a.pago_id
      where ${userId}::uuid is null or a.user_id = ${userId}
      group by a.id, p.id having a.revocada_at is null and sum(m.centimos) <> round(round(a.precio_pagado * 20)
        * coalesce((p.total_centimos - privado.devuelto_de(p))::numeric / nullif(p.total_centimos, 0), 1))
    union all
    select 'facturas de ' || p.id || ': ' || coalesce(sum((f.datos ->> 'total_centimos')::int), 0)
      from p left join facturas f on f.pago_id = p.id
      where p.proveedor in ('stripe', 'paypal') and p.entregado_at is not null and p.total_centimos > 0
      group by p.id, p.total_centimos
      having coalesce(sum((f.datos ->> 'total_centimos')::int), 0)
        <> p.total_centimos - (select privado.devuelto_de(q) from pagos q where q.id = p.id)
    union all
    select 'cargo del Club ' || c.id || ' de ' || c.centimos - c.devuelto_centimos || ' facturado por '
        || coalesce(sum((f.datos ->> 'total_centimos')::int), 0)
      from cargos_club c left join facturas f on f.cargo_club_id = c.id
      where c.estado <> 'fallido' and (${userId}::uuid is null or c.user_id = ${userId})
      group by c.id having coalesce(sum((f.datos ->> 'total_centimos')::int), 0) <> c.centimos - c.devuelto_centimos
    union all
    select 'suscripción ' || s.referencia || ' pagada hasta ' || s.pagado_hasta || ' sin un cargo que lo diga'
      from suscripciones s
      where s.pagado_hasta > now() and (${userId}::uuid is null or s.user_id = ${userId}) and not exists (
        select from cargos_club c where c.suscripcion_id = s.id and c.estado in ('pagado', 'parcial')
          and c.periodo_fin >= s.pagado_hasta)
    union all
    select 'pago ' || p.id || ' en ' || p.estado || ' retiene existencias'
      from p join reservas r on r.pago_id = p.id where p.estado <> 'creado'
    union all
    select 'pago ' || p.id || ' no entregado (' || p.motivo_no_entregado || ') y sin reembolso pedido'
      from p where p.estado = 'pagado' and p.motivo_no_entregado is not null
        and not exists (select from reembolsos r where r.pago_id = p.id)
    union all
    select 'producto ' || x.id || ' con ' || x.unidades || ' unidades y ' || count(distinct r.pago_id) || ' retenidas'
      from productos x join reservas r on r.producto_id = x.id and r.hasta > now()
      where ${userId}::uuid is null and x.unidades is not null
      group by x.id having x.unidades < 0 or count(distinct r.pago_id) > x.unidades
    union all
    select 'cupón ' || c.codigo || ' usado ' || count(*) || ' de ' || c.usos_max
      from codigos_cupones c join pagos u on u.cupon_id = c.id and u.estado in ('entregado', 'en_disputa')
      where ${userId}::uuid is null group by c.id having count(*) > c.usos_max`;
  return rows.map(({ problem }) => problem);
}
