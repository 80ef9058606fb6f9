-- Links of public profiles to other sites.

-- True if a profile may link to an address: https of a public name, as browsers write it, without a password or a port.
-- same rules as `readProfileLink` of lib/catalog/profile-links.ts; a test compares them.
create function privado.enlace_publico(p_enlace text) returns boolean
language sql immutable set search_path = '' as $$
  select p_enlace is not null and char_length(p_enlace) <= 200
    and p_enlace ~ '^https://([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})/[!-~]*$'
    and split_part(p_enlace, '/', 3)
      !~ '(^|\.)(local|localhost|localdomain|internal|intranet|private|corp|home|lan|arpa|onion|test|example|invalid|alt)$';
$$;
grant execute on function privado.enlace_publico(text) to authenticated;

create function privado.enlaces_publicos(p_enlaces text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(p_enlaces) <= 6 and not exists (select from unnest(p_enlaces) e where not privado.enlace_publico(e))
    and cardinality(p_enlaces) = (select count(distinct e) from unnest(p_enlaces) e);
$$;
grant execute on function privado.enlaces_publicos(text[]) to authenticated;

-- Replaces the links of the caller's profile. New links require a product on sale, so that nobody registers only to be
-- linked.
create function public.guardar_enlaces(p_enlaces text[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if p_enlaces is null or not privado.enlaces_publicos(p_enlaces) then return privado.rechazo('datos_no_validos'); end if;
  if not privado.contar_intento('enlaces', auth.uid()::text, 30, '1 hour') then
    return privado.rechazo('demasiados_intentos');
  end if;
  if not privado.puede_publicar() and not p_enlaces <@ (
    select u.enlaces from public.usuarios_meta u where u.id = auth.uid()) then
    return privado.rechazo('sin_productos');
  end if;
  update public.usuarios_meta set enlaces = p_enlaces where id = auth.uid();
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.guardar_enlaces(text[]) to authenticated;
