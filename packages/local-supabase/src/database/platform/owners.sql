-- The owners of the objects in the schemas of Auth and Storage. Runs as `supabase_admin`.

do $$
declare
  v_statement text;
begin
  for v_statement in
    select format('alter table %s owner to %I', c.oid::regclass, o.owner)
    from (values ('auth', 'supabase_auth_admin'), ('storage', 'supabase_storage_admin')) o (schema, owner)
    join pg_class c on c.relnamespace = o.schema::regnamespace and c.relkind in ('r', 'v')
    union all
    select format('alter routine %s owner to %I', p.oid::regprocedure, o.owner)
    from (values ('auth', 'supabase_auth_admin'), ('storage', 'supabase_storage_admin')) o (schema, owner)
    join pg_proc p on p.pronamespace = o.schema::regnamespace
    union all
    select format('alter type %s owner to supabase_auth_admin', t.oid::regtype)
    from pg_type t where t.typnamespace = 'auth'::regnamespace and t.typtype = 'e'
  loop
    execute v_statement;
  end loop;
end
$$;

-- The real services create their tables themselves, and would also create their schemas.
do $$
begin
  execute format('grant create on database %I to supabase_auth_admin, supabase_storage_admin', current_database());
end
$$;
