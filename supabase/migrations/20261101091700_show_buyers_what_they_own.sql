-- A buyer goes on seeing what they own, or gave away, when it is under review or taken down: its name, its cover and
-- its editions, in their orders and their library.

drop policy productos_select on public.productos;
create policy productos_select on public.productos for select to authenticated
  using (status = 'approved' or usuario_id = (select auth.uid()) or (select public.es_admin())
    or id in (
      select a.producto_id from public.adquisiciones a
      where a.user_id = (select auth.uid()) or a.regalado_por = (select auth.uid())
    ));
