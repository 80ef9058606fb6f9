-- Extensions, and who may do what with what is created from here on.

create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

-- Whatever is created is closed until a grant beside it opens it.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

-- The API serves `public`. What policies, triggers and other functions call stands here, where no request can name it.
create schema privado;
grant usage on schema privado to anon, authenticated, supabase_auth_admin;

-- Files stand in the order in which they are read, so a function may speak of a table that a later file creates.
-- `99_end.sql` looks at every function once all of them are there.
set check_function_bodies = off;
