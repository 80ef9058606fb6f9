-- Who may have an account, and how long a session counts, told to the database itself.

create table public.dominios_correo (dominio text primary key check (dominio = lower(dominio) and dominio <> ''));
alter table public.dominios_correo enable row level security;
insert into public.dominios_correo (dominio)
values ('gmail.com'), ('hotmail.com'), ('outlook.com'), ('yahoo.com'), ('icloud.com');

-- The shop tells which domains its configuration admits; the periodic call repeats it.
create function public.admitir_dominios(p_dominios text[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
begin
  if coalesce(cardinality(p_dominios), 0) = 0 then return 0; end if;
  delete from public.dominios_correo where dominio <> all (p_dominios);
  insert into public.dominios_correo (dominio) select distinct lower(d) from unnest(p_dominios) d where d <> ''
  on conflict do nothing;
  return (select count(*) from public.dominios_correo);
end
$$;

-- An address counts when it is new or asked for. That of a deleted account is the shop's own.
create function public.exigir_dominio() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_correo text;
begin
  foreach v_correo in array array[new.email, new.email_change]::text[] loop
    continue when coalesce(v_correo, '') = '' or v_correo = 'borrado-' || new.id || '@cuenta.invalid';
    continue when tg_op = 'UPDATE' and v_correo in (old.email, old.email_change);
    if not exists (select from public.dominios_correo where dominio = lower(substring(v_correo from '[^@]*$'))) then
      raise exception 'addresses of this domain are not admitted' using errcode = 'check_violation';
    end if;
  end loop;
  return new;
end
$$;
create trigger exigir_dominio before insert or update of email, email_change on auth.users
  for each row execute function public.exigir_dominio();

-- A new password or address ends every session; whoever changed it logs in again, from a browser that was known the
-- moment before. Other browsers have to become known anew.
create function public.terminar_sesiones() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.refresh_tokens where user_id::text = new.id::text;
  delete from auth.sessions where user_id = new.id;
  delete from public.dispositivos where user_id = new.id and visto_at < now() - interval '1 minute';
  delete from public.permisos where user_id = new.id;
  return null;
end
$$;
create trigger terminar_sesiones after update of encrypted_password, email on auth.users for each row
  when (old.encrypted_password is distinct from new.encrypted_password or old.email is distinct from new.email)
  execute function public.terminar_sesiones();

-- Whether the session of this request still exists. Access tokens outlive their session; this does not. A token that
-- names no session was not made by Supabase Auth for a person, and is judged by who else asks.
create function public.sesion_vigente() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'session_id', '') = ''
    or exists (select from auth.sessions
      where id = public.leer_uuid(auth.jwt() ->> 'session_id') and user_id = auth.uid());
$$;

-- Before every request of the hosted API: a session that has ended reads nothing, not even its own.
create function public.antes_de_peticion() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is not null and not public.sesion_vigente() then
    raise exception 'the session has ended' using errcode = 'PT401';
  end if;
end
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.admitir_dominios(text[]) to service_role;
grant execute on function public.sesion_vigente() to authenticated;
grant execute on function public.antes_de_peticion() to anon, authenticated, service_role;
do $$
begin
  if exists (select from pg_roles where rolname = 'authenticator') then
    alter role authenticator set pgrst.db_pre_request = 'public.antes_de_peticion';
    notify pgrst, 'reload config';
  end if;
end
$$;
