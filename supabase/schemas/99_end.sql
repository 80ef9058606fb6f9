-- Revokes the default execute right: functions without a grant are internal.

revoke execute on all functions in schema public, privado from public;

-- Validates all functions, now that all tables exist.
reset check_function_bodies;
do $$
begin
  perform pg_catalog.fmgr_sql_validator(p.oid) from pg_catalog.pg_proc p
  join pg_catalog.pg_language l on l.oid = p.prolang and l.lanname = 'sql'
  where p.pronamespace in ('public'::regnamespace, 'privado'::regnamespace);
  perform pg_catalog.plpgsql_validator(p.oid) from pg_catalog.pg_proc p
  join pg_catalog.pg_language l on l.oid = p.prolang and l.lanname = 'plpgsql'
  where p.pronamespace in ('public'::regnamespace, 'privado'::regnamespace);
end
$$;
