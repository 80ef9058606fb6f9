-- Checks of `npm run doctor` on the database, without personal data.

create function public.diagnosticar() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_migraciones jsonb;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select jsonb_agg(version order by version) from supabase_migrations.schema_migrations' into v_migraciones;
  end if;
  return jsonb_build_object(
    'migraciones', coalesce(v_migraciones, '[]'),
    'falta_del_vendedor', to_jsonb(privado.falta_del_vendedor()),
    'facturas_pendientes', (select count(*) from public.facturas_pendientes),
    'packs', (select count(*) from public.productos where category = 'uncoins' and status = 'approved'),
    'buckets', (select coalesce(jsonb_object_agg(id, public), '{}') from storage.buckets),
    'admins', (select count(*) from public.usuarios_meta where role = 'admin'
      and (banned_until is null or banned_until <= now())),
    'admins_con_segundo_factor', (select count(*) from public.usuarios_meta u where u.role = 'admin'
      and exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified')),
    'dominios', (select coalesce(jsonb_agg(dominio order by dominio), '[]') from public.dominios_correo),
    'ultima_pasada', (select jsonb_build_object('terminada_at', terminada_at, 'fallidas', fallidas)
      from public.ultima_pasada),
    'limites', (select coalesce(jsonb_object_agg(rolname, ajuste), '{}') from pg_roles r, unnest(r.rolconfig) ajuste
      where rolname in ('anon', 'authenticated') and ajuste like 'statement_timeout=%'));
end
$$;
grant execute on function public.diagnosticar() to service_role;
