-- Extensions, default privileges and schemas.

create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

-- No default grants: each object grants its rights explicitly.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

-- PostgREST exposes `public`. Functions of policies, triggers and other functions are in `privado`, which no request
-- can name.
create schema privado;
grant usage on schema privado to anon, authenticated, supabase_auth_admin;

-- The files are in reading order, so a function may use tables of later files. `99_end.sql` validates all functions.
set check_function_bodies = off;
