-- A database of a hosted Supabase project before its services create their tables. Runs as `supabase_admin` in a
-- database owned by `postgres`.

create schema if not exists extensions;
grant all on schema extensions to postgres;
grant usage on schema extensions to anon, authenticated, service_role;
create extension if not exists pgcrypto schema extensions;
create extension if not exists pg_stat_statements schema extensions;

-- PostgREST learns of new tables and functions.
create or replace function extensions.reload_api_schema() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  notify pgrst, 'reload schema';
end
$$;
drop event trigger if exists reload_api_schema_after_changes;
create event trigger reload_api_schema_after_changes on ddl_command_end
  execute function extensions.reload_api_schema();
drop event trigger if exists reload_api_schema_after_drops;
create event trigger reload_api_schema_after_drops on sql_drop
  execute function extensions.reload_api_schema();

-- The database's owner owns `public`. New objects there get no default grants.
grant usage on schema public to anon, authenticated, service_role;

create schema if not exists auth authorization supabase_auth_admin;
create schema if not exists storage authorization supabase_storage_admin;
