-- Generic helper functions.

-- A refusal with its reason.
create function privado.rechazo(p_error text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('ok', false, 'error', p_error);
$$;

-- Unwraps JSON that some clients send as a string.
create function privado.leer_json(p_datos jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(p_datos) = 'string' then (p_datos #>> '{}')::jsonb else p_datos end;
$$;

-- Parses an id; null if it is invalid.
create function privado.leer_uuid(p_texto text) returns uuid
language sql immutable set search_path = '' as $$
  select case when p_texto ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_texto::uuid end;
$$;

-- The elements of an array; none for any other value.
create function privado.lista_json(p_valor jsonb) returns setof jsonb
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_array_elements(case when jsonb_typeof(p_valor) = 'array' then p_valor else '[]' end);
$$;

-- True if a change contains only permitted fields.
create function privado.solo_claves(p_cambios jsonb, p_permitidas text[]) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(p_cambios) = 'object' and not exists (
    select from jsonb_object_keys(p_cambios) k where k <> all (p_permitidas));
$$;

-- The part of an object that a change replaces.
create function privado.parte_de(p_objeto jsonb, p_cambios jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(k, p_objeto -> k), '{}') from jsonb_object_keys(p_cambios) k;
$$;

-- True if a form sends the loaded value of every field that it changes.
create function privado.tiene_base(p_base jsonb, p_cambios jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(p_base) = 'object' and jsonb_typeof(p_cambios) = 'object'
    and p_base ?& array(select jsonb_object_keys(p_cambios)), false);
$$;

-- Conflicts of a form: fields that somebody else has changed since it was loaded, with their current values as text;
-- null if there are none. A field that already has the wanted value is not a conflict.
create function privado.choques(p_ahora jsonb, p_base jsonb, p_cambios jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(k, case when jsonb_typeof(p_ahora -> k) = 'number'
    then trim_scale((p_ahora ->> k)::numeric)::text else coalesce(p_ahora ->> k, '') end)
  from jsonb_object_keys(p_cambios) k
  where p_ahora ? k and p_ahora -> k is distinct from p_base -> k and p_ahora -> k is distinct from p_cambios -> k;
$$;

-- A percentage of an amount in whole cents, rounded half up.
create function privado.parte_porcentual(p_centimos integer, p_porcentaje integer) returns integer
language sql immutable set search_path = '' as $$
  select round(p_centimos::numeric * p_porcentaje / 100)::integer;
$$;

-- The start of a day in Spain, also across clock changes.
create function privado.inicio_del_dia(p_dia date) returns timestamptz
language sql immutable set search_path = '' as $$
  select p_dia::timestamp at time zone 'Europe/Madrid';
$$;

-- The last moment of a day in milliseconds: clients that round finer values would show the next day.
create function privado.fin_del_dia(p_dia date) returns timestamptz
language sql immutable set search_path = '' as $$
  select privado.inicio_del_dia(p_dia + 1) - interval '1 millisecond';
$$;

-- The day of a moment in Spain. All counts by day or month use it.
create function privado.dia_de(p_momento timestamptz) returns date
language sql immutable set search_path = '' as $$
  select (p_momento at time zone 'Europe/Madrid')::date;
$$;

-- The time of a moment in Spain, in whole seconds.
create function privado.hora_de(p_momento timestamptz) returns time
language sql immutable set search_path = '' as $$
  select (p_momento at time zone 'Europe/Madrid')::time(0);
$$;

-- The current day in Spain.
create function privado.hoy() returns date
language sql stable set search_path = '' as $$
  select privado.dia_de(now());
$$;

-- An unguessable code: 16 characters of an alphabet of 32 without ambiguous ones.
create function privado.codigo_nuevo() returns text
language sql volatile set search_path = '' as $$
  select string_agg(substr('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 1 + get_byte(b.bytes, i) % 32, 1)
    || case when i in (3, 7, 11) then '-' else '' end, '' order by i)
  from (select decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex') as bytes) b,
    generate_series(0, 15) i;
$$;

-- Normalises a typed code: one letter form, no spaces and invisible characters, hyphens for all dashes. Same as
-- `cleanCode` of lib/vouchers.
create function privado.codigo_limpio(p_texto text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(
    regexp_replace(normalize(p_texto, nfkc), '[\u2010-\u2015\u2212]', '-', 'g'),
    '[\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F'
      || '\u2000-\u200F\u2028-\u202F\u205F-\u206F\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8'
      || '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g');
$$;

-- The comparison key of a redeem code, without hyphens.
create function privado.clave_codigo(p_codigo text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select upper(replace(privado.codigo_limpio(p_codigo), '-', ''));
$$;

-- Normalises text for search: lower case, no marks, single spaces.
create function privado.normalizar(p_texto text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(
    lower(extensions.unaccent('extensions.unaccent'::regdictionary, coalesce(p_texto, ''))), '[^a-z0-9]+', ' ', 'g'));
$$;

-- True if a text can be a reason or a note: 3 to 500 characters between its spaces.
create function privado.es_motivo(p_texto text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(char_length(btrim(p_texto)) between 3 and 500, false);
$$;

-- True if these are game versions such as 1.20 or 1.21.4.
create function privado.versiones_validas(p_versiones text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(p_versiones) <= 30 and not exists (
    select from unnest(p_versiones) v where v is null or v !~ '^[0-9]{1,2}(\.[0-9]{1,3}){1,2}$');
$$;

-- Makes a ledger append-only.
create function privado.prohibir_cambio() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'a ledger row is never changed or deleted';
end
$$;
