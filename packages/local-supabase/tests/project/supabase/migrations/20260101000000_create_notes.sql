create table public.notes (
  id bigint generated always as identity primary key,
  owner uuid not null default auth.uid() references auth.users (id) on delete cascade,
  text text not null
);
alter table public.notes enable row level security;
grant select, insert (text) on public.notes to authenticated;
create policy own_notes on public.notes to authenticated using (owner = auth.uid()) with check (owner = auth.uid());

-- Refuses every second attempt.
create schema private;
create table private.attempts (at timestamptz not null default now());
create function private.check_password(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_attempts integer;
begin
  insert into private.attempts default values;
  select count(*) into v_attempts from private.attempts;
  return jsonb_build_object('decision', case when v_attempts % 2 = 0 then 'reject' else 'continue' end);
end
$$;
grant usage on schema private to supabase_auth_admin;
grant execute on function private.check_password(jsonb) to supabase_auth_admin;

create function public.before_request() returns void language plpgsql as $$
begin
  if current_setting('request.headers', true)::jsonb ->> 'x-closed' is not null then
    raise exception 'closed' using errcode = 'PT403';
  end if;
end
$$;
grant execute on function public.before_request() to anon, authenticated, service_role;
alter role authenticator set pgrst.db_pre_request = 'public.before_request';

insert into storage.buckets (id, name, public) values ('pictures', 'pictures', true);
