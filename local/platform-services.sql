-- What a hosted project grants on the schemas of its services.
grant usage on schema auth, storage to anon, authenticated, service_role;
grant all on all tables in schema storage to anon, authenticated, service_role;
