-- Grants of the Auth and Storage schemas of a hosted project, after their tables are created. Runs as
-- `supabase_admin`.

-- The embedded API creates it, too; in a hosted project it belongs to the Supabase CLI, which signs in as `postgres`.
alter schema supabase_migrations owner to postgres;
alter table if exists supabase_migrations.schema_migrations owner to postgres;

grant usage on schema auth, storage to anon, authenticated, service_role, postgres;
grant all on all tables in schema auth to postgres;
grant all on all routines in schema auth to postgres;
grant all on all tables in schema storage to anon, authenticated, service_role, postgres;
grant all on all routines in schema storage to postgres;

-- Storage deletes the rows of files together with the files.
create or replace function storage.protect_delete() returns trigger
language plpgsql set search_path = '' as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), '') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = '42501';
  end if;
  return null;
end
$$;
alter function storage.protect_delete() owner to supabase_storage_admin;
create or replace trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create or replace trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();

-- In these two schemas `postgres` may only create and drop policies and triggers.
create or replace function extensions.refuse_changes_of_services() returns event_trigger
language plpgsql set search_path = '' as $$
declare
  v_object text;
begin
  if current_user <> 'postgres' then return; end if;
  if tg_event = 'sql_drop' then
    select object_identity into v_object from pg_event_trigger_dropped_objects()
    where schema_name in ('auth', 'storage') and object_type not in ('policy', 'trigger');
  else
    select object_identity into v_object from pg_event_trigger_ddl_commands()
    where schema_name in ('auth', 'storage') and object_type not in ('policy', 'trigger');
  end if;
  if v_object is not null then
    raise exception 'must be owner of %', v_object using errcode = '42501';
  end if;
end
$$;
drop event trigger if exists refuse_changes_of_services;
create event trigger refuse_changes_of_services on ddl_command_end
  execute function extensions.refuse_changes_of_services();
drop event trigger if exists refuse_drops_of_services;
create event trigger refuse_drops_of_services on sql_drop
  execute function extensions.refuse_changes_of_services();
