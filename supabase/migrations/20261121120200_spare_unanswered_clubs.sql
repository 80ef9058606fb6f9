-- A cancellation may have been taken back at the provider: while it does not answer, nothing is ended for good.

create or replace function public.terminar_clubs_vencidos(p_sin_respuesta text[] default '{}') returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid;
  v_terminados integer := 0;
begin
  for v_usuario in
    select distinct s.user_id from public.suscripciones s join public.usuarios_meta u on u.id = s.user_id
    where s.pagado_hasta <= now() and (s.estado = 'terminada' or s.referencia <> all (p_sin_respuesta))
      and (s.estado = 'cancelada_al_final' or (u.club and s.referencia = u.subscription_id))
    order by s.user_id
  loop
    perform 1 from public.usuarios_meta where id = v_usuario for no key update;
    with terminadas as (
      update public.suscripciones set estado = 'terminada', visto_at = greatest(visto_at, pagado_hasta)
      where user_id = v_usuario and estado = 'cancelada_al_final' and pagado_hasta <= now()
        and referencia <> all (p_sin_respuesta)
      returning *
    )
    insert into public.suscripciones_historial (suscripcion_id, estado, periodo_inicio, periodo_fin, visto_at)
    select id, estado, periodo_inicio, periodo_fin, visto_at from terminadas;
    perform public.ajustar_club(v_usuario);
    v_terminados := v_terminados + 1;
  end loop;
  return v_terminados;
end
$$;

-- What ends with the Club: the products that come with it alone, and what each costs a member to keep.
create function public.fin_de_club() returns table (producto_id uuid, slug text, nombre text, nombre_en text, centimos integer)
language sql stable security definer set search_path = '' as $$
  select p.id, p.slug, p.nombre, p.nombre_en,
    (public.calcular_presupuesto(p.precio, p.oferta, t.club_descuento_porcentaje, 0, 0) ->> 'total_centimos')::integer
  from public.adquisiciones a join public.productos p on p.id = a.producto_id
    cross join public.configuracion_global t
  where a.user_id = auth.uid() and a.origen = 'club' and a.revocada_at is null
    and not public.ya_lo_tiene(auth.uid(), p.id, null)
  order by p.nombre;
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.terminar_clubs_vencidos(text[]) to service_role;
grant execute on function public.fin_de_club() to authenticated;
