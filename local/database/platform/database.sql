-- What a database of a hosted Supabase project has before its services make their tables. Runs as `supabase_admin` in a
-- database that belongs to `postgres`.

create schema if not exists extensions;
grant all on schema extensions to postgres;
grant usage on schema extensions to anon, authenticated, service_role;
create extension if not exists pgcrypto schema extensions;
create extension if not exists pg_stat_statements schema extensions;

-- The owner of the database owns `public`. Nothing that is made there is granted to anybody by itself.
grant usage on schema public to anon, authenticated, service_role;

create schema if not exists auth authorization supabase_auth_admin;
create schema if not exists storage authorization supabase_storage_admin;
