-- The roles of a hosted Supabase project. Roles belong to the cluster, so this runs once for all of its databases, as
-- `supabase_admin`, the only superuser. `platform.password` is the password of every role that can sign in.
do $$
declare
  v_role record;
begin
  for v_role in select * from (values
    -- The API's roles of visitors, signed-in people and the application's server.
    ('anon', 'nologin'),
    ('authenticated', 'nologin'),
    ('service_role', 'nologin bypassrls'),
    -- The services: the API, Auth and Storage.
    ('authenticator', 'login noinherit'),
    ('supabase_auth_admin', 'login noinherit'),
    ('supabase_storage_admin', 'login noinherit'),
    -- The owner of the database runs the migrations and is not a superuser.
    ('postgres', 'login createdb createrole replication bypassrls'),
    -- Not in a hosted project: the embedded API is one program instead of three services.
    ('local_services', 'login')
  ) as roles (name, options)
  loop
    if not exists (select from pg_roles where rolname = v_role.name) then
      execute format('create role %I %s', v_role.name, v_role.options);
    end if;
    if v_role.options like 'login%' then
      execute format('alter role %I password %L', v_role.name, current_setting('platform.password'));
    end if;
  end loop;
end
$$;

grant anon, authenticated, service_role to authenticator;
grant authenticator to supabase_storage_admin;
grant anon, authenticated, service_role, supabase_auth_admin, supabase_storage_admin to local_services;
grant anon, authenticated, service_role, authenticator to postgres with admin option;
grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres;

-- Rights that a hosted project gives to `postgres` by its extension supautils. `database.sql` revokes what these
-- memberships grant beyond them.
grant set on parameter session_replication_role, "pgrst.db_pre_request" to postgres;
grant supabase_auth_admin, supabase_storage_admin to postgres;

-- Statement timeouts. The API applies those of the caller's role; `service_role` has none and gets that of
-- `authenticator`.
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';

alter role supabase_admin set search_path = "$user", public, auth, extensions;
alter role postgres set search_path = "$user", public, extensions;
alter role supabase_auth_admin set search_path = auth;
alter role supabase_storage_admin set search_path = storage;

-- Only Storage may delete the rows of files.
alter role local_services set "storage.allow_delete_query" = 'true';
