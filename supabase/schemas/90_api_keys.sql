-- Personal API keys of creators. A call with a key acts as its owner, within the scopes of the key
-- (docs/decisions/0036-a-key-acts-as-its-owner.md).

-- The scopes of the API, the same as in its description (lib/api/scopes.ts).
create function privado.ambitos_validos(p_ambitos text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(p_ambitos) > 0 and p_ambitos <@ array['products:read', 'products:write', 'sales:read', 'owners:read',
    'coupons:read', 'coupons:write', 'balance:read'];
$$;

create table public.llaves_api (
  id uuid primary key default gen_random_uuid(),
  usuario_id uuid not null references public.usuarios_meta (id) on delete cascade,
  nombre text not null check (char_length(btrim(nombre)) between 1 and 60),
  huella bytea not null unique,
  pista text not null check (pista ~ '^[A-Za-z0-9_-]{4}$'),
  ambitos text[] not null check (privado.ambitos_validos(ambitos)),
  created_at timestamptz not null default now(),
  caduca_at timestamptz not null,
  usada_at timestamptz,
  revocada_at timestamptz
);
comment on column public.llaves_api.huella is 'SHA-256 of what the shop sends for the key, which is its SHA-256: the key itself never reaches the database';
comment on column public.llaves_api.pista is 'the last characters of the key';
comment on column public.llaves_api.usada_at is 'last use, to the minute';
create index llaves_api_usuario_id_idx on public.llaves_api (usuario_id, created_at desc);

alter table public.llaves_api enable row level security;

-- Answers of successful changes by their `Idempotency-Key`, for a day: a repeated call gets the first answer.
create table public.peticiones_api (
  llave_id uuid not null references public.llaves_api (id) on delete cascade,
  clave text not null check (char_length(clave) between 1 and 255),
  huella text not null,
  respuesta jsonb,
  created_at timestamptz not null default now(),
  primary key (llave_id, clave)
);
create index peticiones_api_created_at_idx on public.peticiones_api (created_at);

alter table public.peticiones_api enable row level security;

-- Hash of a key, stored instead of it, so that a leaked table is useless.
create function privado.huella_de_llave(p_llave text) returns bytea
language sql immutable set search_path = '' as $$
  select extensions.digest(p_llave, 'sha256');
$$;

-- Creates a key, valid for some days. Twenty may be in use; a person can create up to thirty a day.
create function public.crear_llave(p_nombre text, p_ambitos text[], p_dias integer, p_llave text, p_pista text)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_llave public.llaves_api;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  if auth.jwt() ? 'llave_api' then return privado.rechazo('sin_permiso'); end if;
  if p_llave is null or p_llave !~ '^[0-9a-f]{64}$' or p_dias is null or p_dias not between 1 and 366 then
    return privado.rechazo('datos_no_validos');
  end if;
  perform from public.usuarios_meta where id = auth.uid() for no key update;
  if (select count(*) from public.llaves_api where usuario_id = auth.uid() and revocada_at is null
    and caduca_at > now()) >= 20 then
    return privado.rechazo('demasiadas_llaves');
  end if;
  if not privado.contar_intento('llave', auth.uid()::text, 30, '1 day') then
    return privado.rechazo('demasiados_intentos');
  end if;
  insert into public.llaves_api (usuario_id, nombre, huella, pista, ambitos, caduca_at)
  values (auth.uid(), btrim(p_nombre), privado.huella_de_llave(p_llave), p_pista,
    array(select distinct a from unnest(p_ambitos) a order by a), now() + make_interval(days => p_dias))
  returning * into v_llave;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('llave:' || v_llave.id, auth.uid(), 'llave_nueva', jsonb_build_object('nombre', v_llave.nombre,
    'ambitos', to_jsonb(v_llave.ambitos), 'caduca_at', v_llave.caduca_at));
  return jsonb_build_object('ok', true, 'llave_id', v_llave.id, 'caduca_at', v_llave.caduca_at);
exception
  when check_violation or not_null_violation or unique_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.crear_llave(text, text[], integer, text, text) to authenticated;

-- Revokes a key of the caller at once.
create function public.revocar_llave(p_llave uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  update public.llaves_api set revocada_at = coalesce(revocada_at, now()) where id = p_llave and usuario_id = auth.uid();
  if not found then return privado.rechazo('no_existe'); end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.revocar_llave(uuid) to authenticated;

-- A key as its owner sees it.
create function privado.ficha_de_llave(l public.llaves_api) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', l.id, 'nombre', l.nombre, 'pista', l.pista, 'ambitos', to_jsonb(l.ambitos),
    'created_at', l.created_at, 'caduca_at', l.caduca_at, 'usada_at', l.usada_at,
    'estado', case when l.revocada_at is not null then 'revocada' when l.caduca_at <= now() then 'caducada' else 'vigente' end);
$$;

-- The signed-in person's keys, newest first: those in use, and fifty at most.
create function public.mis_llaves() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'llaves', coalesce(jsonb_agg(privado.ficha_de_llave(x.l)
    order by ((x.l).revocada_at is null and (x.l).caduca_at > now()) desc, (x.l).created_at desc), '[]'))
  from (select l from public.llaves_api l where l.usuario_id = privado.persona_completa()
    order by (l.revocada_at is null and l.caduca_at > now()) desc, l.created_at desc limit 50) x;
$$;
grant execute on function public.mis_llaves() to authenticated;

-- The valid key of a call; all null for any other. Calls of one key do not block each other.
create function privado.abrir_llave(p_llave text) returns public.llaves_api
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_llave public.llaves_api;
begin
  select * into v_llave from public.llaves_api
  where huella = privado.huella_de_llave(p_llave) and revocada_at is null and caduca_at > now();
  if v_llave.usada_at is null or v_llave.usada_at < now() - interval '1 minute' then
    update public.llaves_api set usada_at = now()
    where id = (select id from public.llaves_api where id = v_llave.id for no key update skip locked);
  end if;
  return v_llave;
end
$$;
grant execute on function privado.abrir_llave(text) to anon;

-- Begins a change with an idempotency key: null for a new key, otherwise the first answer. Concurrent repetitions wait
-- for it.
create function privado.empezar_peticion(p_llave uuid, p_clave text, p_huella text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_peticion public.peticiones_api;
begin
  insert into public.peticiones_api (llave_id, clave, huella) values (p_llave, p_clave, p_huella) on conflict do nothing;
  if found then return null; end if;
  select * into v_peticion from public.peticiones_api where llave_id = p_llave and clave = p_clave;
  if v_peticion.huella is distinct from p_huella then return privado.rechazo('otra_peticion'); end if;
  return v_peticion.respuesta || jsonb_build_object('repetida', true);
end
$$;
grant execute on function privado.empezar_peticion(uuid, text, text) to authenticated;

-- True if a change with an idempotency key was already made; reads only.
create function privado.peticion_hecha(p_llave uuid, p_clave text, p_huella text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when count(*) filter (where huella <> p_huella) > 0 then privado.rechazo('otra_peticion')
    else jsonb_build_object('ok', true, 'hecha', count(*) > 0) end
  from public.peticiones_api where llave_id = p_llave and clave = p_clave;
$$;
grant execute on function privado.peticion_hecha(uuid, text, text) to authenticated;

-- Stores the answer of a change. A refusal changed nothing, and may be tried again.
create function privado.terminar_peticion(p_llave uuid, p_clave text, p_respuesta jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if (p_respuesta ->> 'ok')::boolean then
    update public.peticiones_api set respuesta = p_respuesta where llave_id = p_llave and clave = p_clave;
  else
    delete from public.peticiones_api where llave_id = p_llave and clave = p_clave;
  end if;
end
$$;
grant execute on function privado.terminar_peticion(uuid, text, jsonb) to authenticated;
