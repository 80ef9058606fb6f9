-- What an admin sees of the people of the shop: a page of them, and one with what was done to them.

create index usuarios_meta_created_at_idx on public.usuarios_meta (created_at desc, id);

create function public.ficha_usuario(u public.usuarios_meta) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', u.id, 'display_name', u.display_name, 'username', u.username,
    'avatar_url', u.avatar_url, 'email', (select a.email from auth.users a where a.id = u.id), 'role', u.role,
    'club', u.club, 'reputacion', u.reputacion, 'uncoins', u.uncoins, 'banned_until', u.banned_until,
    'ban_motivo', u.ban_motivo, 'created_at', u.created_at);
$$;

-- Newest first. What is looked for is an id, an e-mail address, or a part of the name.
create function public.admin_usuarios(p_buscar text, p_rol text, p_antes timestamptz) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_buscar text := nullif(btrim(p_buscar), '');
  v_usuarios uuid[];
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if v_buscar ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    v_usuarios := array[v_buscar::uuid];
  elsif v_buscar like '%@%' then
    v_usuarios := array(select id from auth.users where lower(email) = lower(v_buscar));
  end if;
  return jsonb_build_object('ok', true, 'usuarios', coalesce((
    select jsonb_agg(public.ficha_usuario(x) order by x.created_at desc, x.id)
    from (
      select u.* from public.usuarios_meta u
      where (v_usuarios is null or u.id = any (v_usuarios))
        and (v_usuarios is not null or v_buscar is null
          or u.display_name ilike '%' || regexp_replace(v_buscar, '([\\%_])', '\\\1', 'g') || '%'
          or lower(u.username) = lower(v_buscar))
        and (p_rol is null or u.role = p_rol) and (p_antes is null or u.created_at < p_antes)
      order by u.created_at desc, u.id limit 51
    ) x), '[]'));
end
$$;

create function public.admin_usuario(p_usuario uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_usuario public.usuarios_meta;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  select * into v_usuario from public.usuarios_meta where id = p_usuario;
  if v_usuario.id is null then return public.rechazo('usuario_no_existe'); end if;
  return public.ficha_usuario(v_usuario) || jsonb_build_object('ok', true,
    'infracciones', v_usuario.infracciones, 'ultima_infraccion', v_usuario.ultima_infraccion,
    'actos', coalesce((
      select jsonb_agg(jsonb_build_object('id', x.id, 'accion', x.accion, 'antes', x.antes, 'despues', x.despues,
        'motivo', x.motivo, 'created_at', x.created_at, 'actor', (
          select a.display_name from public.usuarios_meta a where a.id = x.actor_id)) order by x.id desc)
      from (select * from public.auditoria where objeto_tipo = 'usuario' and objeto_id = p_usuario::text
        order by created_at desc limit 50) x), '[]'));
end
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.admin_usuarios(text, text, timestamptz), public.admin_usuario(uuid) to authenticated;
