-- Drafts of creators: saved as typed, for other devices, and private until submission.

create table public.borradores (
  id uuid primary key,
  usuario_id uuid not null references public.usuarios_meta (id) on delete cascade,
  producto_id uuid references public.productos (id) on delete cascade,
  contenido jsonb not null check (jsonb_typeof(contenido) = 'object' and char_length(contenido::text) <= 300000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column public.borradores.contenido is 'the fields of the form as they were typed';
comment on column public.borradores.producto_id is 'the product that is being changed; null for a new one';
create unique index borradores_uno_por_producto_key on public.borradores (producto_id, usuario_id);
create index borradores_usuario_id_idx on public.borradores (usuario_id, updated_at desc);
create index borradores_archivos_idx on public.borradores using gin (privado.archivos_de(contenido));

alter table public.borradores enable row level security;
grant select on public.borradores to authenticated, service_role;
create policy borradores_select on public.borradores for select to authenticated
  using (usuario_id = (select auth.uid()));
create policy borradores_segundo_paso on public.borradores as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- Saves a draft under an id of the form. `p_version` is the edited version, 0 for none (optimistic lock): of two
-- concurrent editors the second gets the conflict and decides. Idempotent. At most 50 drafts.
create function public.guardar_borrador(p_id uuid, p_producto uuid, p_contenido jsonb, p_version integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_contenido jsonb := privado.leer_json(p_contenido);
  v_borrador public.borradores;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  perform from public.usuarios_meta where id = auth.uid() for no key update;
  if p_producto is not null and not exists (
    select from public.productos where id = p_producto and usuario_id = auth.uid()) then
    return privado.rechazo('no_existe');
  end if;
  select * into v_borrador from public.borradores
  where id = p_id or (producto_id = p_producto and usuario_id = auth.uid()) for no key update;
  if v_borrador.id is null then
    -- A deleted or submitted draft does not come back by itself.
    if p_version <> 0 then return privado.rechazo('cambiado') || jsonb_build_object('version', 0); end if;
    if (select count(*) from public.borradores where usuario_id = auth.uid()) >= 50 then
      return privado.rechazo('demasiados_borradores');
    end if;
    insert into public.borradores (id, usuario_id, producto_id, contenido)
    values (p_id, auth.uid(), p_producto, v_contenido);
    return jsonb_build_object('ok', true, 'version', 1);
  end if;
  if v_borrador.usuario_id <> auth.uid() or v_borrador.producto_id is distinct from p_producto then
    return privado.rechazo('no_existe');
  end if;
  if v_borrador.id = p_id and v_borrador.contenido = v_contenido then
    return jsonb_build_object('ok', true, 'version', v_borrador.version);
  end if;
  if v_borrador.id <> p_id or v_borrador.version is distinct from p_version then
    return privado.rechazo('cambiado') || jsonb_build_object('id', v_borrador.id, 'version', v_borrador.version);
  end if;
  update public.borradores set contenido = v_contenido, version = version + 1, updated_at = now()
  where id = p_id returning * into v_borrador;
  return jsonb_build_object('ok', true, 'version', v_borrador.version);
exception
  when check_violation or not_null_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.guardar_borrador(uuid, uuid, jsonb, integer) to authenticated;

-- Deletes a draft; with `p_version` only in that version.
create function public.borrar_borrador(p_id uuid, p_version integer default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  delete from public.borradores where id = p_id and usuario_id = auth.uid() and version = coalesce(p_version, version);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.borrar_borrador(uuid, integer) to authenticated;

-- Converts a submission into a draft again, unless a newer draft exists. Returns its id.
create function privado.volver_borrador(p_producto uuid, p_se_va boolean, p_borrador uuid, p_contenido jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_borrador uuid;
begin
  update public.borradores set producto_id = case when not p_se_va then p_producto end
  where usuario_id = auth.uid() and producto_id = p_producto returning id into v_borrador;
  if v_borrador is null then
    insert into public.borradores (id, usuario_id, producto_id, contenido)
    values (p_borrador, auth.uid(), case when not p_se_va then p_producto end, privado.leer_json(p_contenido))
    returning id into v_borrador;
  end if;
  return v_borrador;
end
$$;

-- True if a product that was never on sale has dependents: codes, coupons, redemptions, extensions.
create function privado.tiene_dependientes(p_producto uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.codigos_canjes where id_producto = p_producto)
    or exists (select from public.codigos_cupones where product_id = p_producto)
    or exists (select from public.adquisiciones where producto_id = p_producto)
    or exists (select from public.productos where base_id = p_producto)
    or exists (select from public.revisiones_producto r where r.estado = 'pendiente' and r.producto_id <> p_producto
      and r.autor_id = (select p.usuario_id from public.productos p where p.id = p_producto)
      and privado.leer_uuid(r.contenido ->> 'base_id') = p_producto);
$$;

-- Withdraws a submission, which becomes a draft unless a newer one exists. A product that was never on sale, never
-- decided about and has no dependents is deleted, and its slug becomes free.
create function public.cancelar_envio(p_producto uuid, p_borrador uuid, p_contenido jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_revision uuid;
  v_producto public.productos;
  v_es_nuevo boolean;
  v_borrador uuid;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  -- Lock order: product, then revision; for update, so that nothing is attached meanwhile.
  select * into v_producto from public.productos where id = p_producto and usuario_id = auth.uid() for update;
  if v_producto.id is null then return privado.rechazo('no_existe'); end if;
  select id into v_revision from public.revisiones_producto
  where producto_id = p_producto and estado = 'pendiente' for no key update;
  if v_revision is null then return privado.rechazo('ya_resuelta'); end if;
  v_es_nuevo := v_producto.publicado_at is null and not exists (
    select from public.revisiones_producto where producto_id = p_producto and decidida_at is not null)
    and not privado.tiene_dependientes(p_producto);
  v_borrador := privado.volver_borrador(p_producto, v_es_nuevo, p_borrador, p_contenido);
  if v_es_nuevo then
    delete from public.productos where id = p_producto;
  else
    update public.revisiones_producto set estado = 'cancelada' where id = v_revision;
    update public.productos set status = 'rejected' where id = p_producto and status <> 'approved';
  end if;
  return jsonb_build_object('ok', true, 'borrador_id', v_borrador, 'es_nuevo', v_es_nuevo, 'slug', v_producto.slug);
exception
  when check_violation or not_null_violation or unique_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.cancelar_envio(uuid, uuid, jsonb) to authenticated;

-- True if the caller may archive a creator's products: their own, and for admins anybody's.
create function privado.puede_archivar(p_creador uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_creador = auth.uid() or privado.es_admin();
$$;

-- Archives a product of the caller, for admins any product, or restores its state. An archived one is in no list and
-- not for sale, and its submission becomes a draft, as in `cancelar_envio`; a submission of another person must be
-- decided first. Buyers keep it. Returns true if it can be bought now.
create function public.archivar_producto(
  p_producto uuid, p_archivar boolean, p_borrador uuid default null, p_contenido jsonb default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_producto public.productos;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  select * into v_producto from public.productos
  where id = p_producto and privado.puede_archivar(usuario_id) and category <> 'uncoins' for no key update;
  if v_producto.id is null then return privado.rechazo('no_existe'); end if;
  if p_archivar and v_producto.usuario_id <> auth.uid() and exists (
    select from public.revisiones_producto where producto_id = p_producto and estado = 'pendiente') then
    return privado.rechazo('en_revision');
  end if;
  if p_archivar is distinct from (v_producto.archivado_at is not null) then
    if not privado.contar_intento('archivo', p_producto::text, 20, '1 hour') then
      return privado.rechazo('demasiados_intentos');
    end if;
    if p_archivar then
      update public.productos set archivado_at = now(), disponible_al_archivar = disponibilidad, disponibilidad = false
      where id = p_producto;
    else
      update public.productos set archivado_at = null, disponible_al_archivar = null,
        disponibilidad = coalesce(disponible_al_archivar, true)
      where id = p_producto;
    end if;
    if p_archivar then
      update public.revisiones_producto set estado = 'cancelada' where producto_id = p_producto and estado = 'pendiente';
      if found and p_contenido is not null then
        perform privado.volver_borrador(p_producto, false, p_borrador, p_contenido);
      end if;
      update public.productos set status = 'rejected' where id = p_producto and status = 'pending';
    end if;
    perform privado.anotar(case when p_archivar then 'archivar_producto' else 'recuperar_producto' end, 'producto',
      p_producto::text, jsonb_build_object('archivado_at', v_producto.archivado_at), null);
  end if;
  return jsonb_build_object('ok', true, 'slug', v_producto.slug, 'category', v_producto.category,
    'en_venta', (select privado.motivo_no_venta(p) is null from public.productos p where p.id = p_producto));
exception
  when check_violation or not_null_violation or unique_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.archivar_producto(uuid, boolean, uuid, jsonb) to authenticated;
