-- Made from supabase/schemas by `npm run db:migration movements_without_a_limit`.

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.mis_movimientos (
  p_desde  date,
  p_hasta  date,
  p_limite integer DEFAULT 200
)
  RETURNS TABLE (
    id            bigint,
    centimos      integer,
    concepto      text,
    created_at    timestamp with time zone,
    pedido        uuid,
    producto      text,
    retiro        uuid,
    retiro_estado text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select m.id, m.centimos, m.concepto, m.created_at, m.adquisicion_id, p.nombre, m.withdrawal_id, w.estado
  from public.movimientos_ingresos m
  left join public.adquisiciones a on a.id = m.adquisicion_id
  left join public.productos p on p.id = a.producto_id
  left join public.withdrawals w on w.id = m.withdrawal_id
  where m.usuario_id = public.persona_completa() and m.created_at >= coalesce(public.inicio_del_dia(p_desde), '-infinity')
    and m.created_at < coalesce(public.inicio_del_dia(p_hasta), 'infinity')
  order by m.created_at desc, m.id desc
  limit case when p_limite is not null then least(greatest(p_limite, 1), 1000) end;
$function$;
