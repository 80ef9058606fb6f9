-- What a person may do with the account itself: take the data along, and leave.

alter table public.usuarios_meta add column borrada_at timestamptz;

-- Everything that the shop holds about the signed-in person.
create function public.mis_datos() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'cuenta', to_jsonb(u) - 'subscription_id' || jsonb_build_object('email', a.email, 'phone', pr.phone),
    'pedidos', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.adquisiciones x where x.user_id = u.id), '[]'),
    'pagos', coalesce((select jsonb_agg(to_jsonb(x) - 'presupuesto' || jsonb_build_object('lineas', x.presupuesto -> 'lineas')
      order by x.creado_at) from public.pagos x where x.user_id = u.id), '[]'),
    'movimientos_uncoins', coalesce((select jsonb_agg(to_jsonb(x) order by x.id) from public.movimientos_uncoins x where x.user_id = u.id), '[]'),
    'movimientos_ingresos', coalesce((select jsonb_agg(to_jsonb(x) order by x.id) from public.movimientos_ingresos x where x.usuario_id = u.id), '[]'),
    'retiros', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.withdrawals x where x.usuario_id = u.id), '[]'),
    'favoritos', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.favoritos x where x.user_id = u.id), '[]'),
    'siguiendo', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.follows x where x.follower_id = u.id), '[]'),
    'productos', coalesce((select jsonb_agg(to_jsonb(x) - 'busqueda' order by x.created_at) from public.productos x where x.usuario_id = u.id), '[]'),
    'resenas', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.resenas x where x.user_id = u.id), '[]'),
    'reputacion', coalesce((select jsonb_agg(to_jsonb(x) order by x.id) from public.historial_reputacion x where x.user_id = u.id), '[]'),
    'notificaciones', coalesce((select jsonb_agg(to_jsonb(x) order by x.id) from public.notificaciones x where x.user_id = u.id), '[]'),
    'suscripciones', coalesce((select jsonb_agg(to_jsonb(x)) from public.suscripciones x where x.user_id = u.id), '[]'))
  from public.usuarios_meta u
  join auth.users a on a.id = u.id
  left join public.profiles pr on pr.id = u.id
  where u.id = auth.uid();
$$;

-- Why the account cannot be deleted now, or null.
create function public.motivo_no_borrar(p_usuario uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when exists (select from public.usuarios_meta where id = p_usuario and role = 'admin') then 'es_admin'
    when exists (select from public.suscripciones where user_id = p_usuario and estado in ('activa', 'impagada'))
      then 'club_activo'
    when exists (select from public.withdrawals where usuario_id = p_usuario and estado in ('solicitado', 'en_proceso'))
      then 'retiro_pendiente'
    when exists (select from public.pagos where user_id = p_usuario and estado in ('creado', 'pagado', 'en_disputa'))
      then 'pago_en_curso'
  end;
$$;

-- Leaves for good: what tells who the person was is erased; payments, orders and invoices stay, for the books, on an
-- account without a name. Products leave the shop, and stay with whoever bought them.
create function public.borrar_mi_cuenta() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id uuid := auth.uid();
  v_cuenta public.usuarios_meta;
  v_motivo text;
  v_sello text;
begin
  select * into v_cuenta from public.usuarios_meta where id = v_id for update;
  if v_cuenta.id is null or v_cuenta.borrada_at is not null then return public.rechazo('sin_sesion'); end if;
  v_motivo := public.motivo_no_borrar(v_id);
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  v_sello := left(replace(gen_random_uuid()::text, '-', ''), 10);

  delete from public.follows where v_id in (follower_id, following_id);
  delete from public.favoritos where user_id = v_id;
  delete from public.notificaciones where user_id = v_id;
  delete from public.preferencias_aviso where user_id = v_id;
  delete from public.logros_usuario where user_id = v_id;
  delete from public.resenas where user_id = v_id;
  delete from public.correos where user_id = v_id;
  update public.adquisiciones set minecraft_name = 'borrado' where user_id = v_id;
  update public.pagos set minecraft_name = 'borrado' where user_id = v_id;
  update public.revisiones_producto set estado = 'sustituida' where autor_id = v_id and estado = 'pendiente';
  update public.productos set status = 'rejected', disponibilidad = false where usuario_id = v_id and not oculto;
  update public.profiles set phone = null where id = v_id;
  update public.usuarios_meta set display_name = 'Borrado ' || v_sello, username = 'borrado_' || v_sello,
    avatar_url = default, banner_url = default, bio = '', subscription_id = null, borrada_at = now()
  where id = v_id;

  update auth.users set email = 'borrado-' || v_id || '@cuenta.invalid', encrypted_password = '',
    raw_user_meta_data = '{}', email_change = '', phone = null
  where id = v_id;
  delete from auth.identities where user_id = v_id;
  delete from auth.refresh_tokens where user_id::text = v_id::text;
  delete from auth.sessions where user_id = v_id;
  return jsonb_build_object('ok', true, 'display_name', v_cuenta.display_name);
end
$$;

-- A deleted account does nothing more, even where a token of it still lives.
create or replace function public.puede_actuar() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.usuarios_meta
    where id = auth.uid() and borrada_at is null and (banned_until is null or banned_until <= now())
  );
$$;

-- Nobody gives to an account that is gone.
create or replace function public.buscar_destinatarios(p_texto text)
returns table (id uuid, display_name text, username text, avatar_url text)
language sql stable security definer set search_path = '' as $$
  with patron as (
    select replace(replace(replace(btrim(p_texto), '\', '\\'), '%', '\%'), '_', '\_') as texto
  )
  select u.id, u.display_name, u.username, u.avatar_url
  from public.usuarios_meta u, patron
  where auth.uid() is not null and u.id <> auth.uid() and char_length(btrim(p_texto)) between 1 and 40
    and (u.display_name ilike '%' || patron.texto || '%' or lower(u.username) like lower(patron.texto) || '%')
    and u.borrada_at is null and (u.banned_until is null or u.banned_until <= now())
  order by lower(u.username) = lower(btrim(p_texto)) desc, lower(u.display_name) = lower(btrim(p_texto)) desc,
    u.display_name
  limit 5;
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.mis_datos(), public.borrar_mi_cuenta() to authenticated;
