-- Notifications in the shop, and mail preferences.

create table public.notificaciones (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  tipo text not null check (tipo in ('producto_nuevo', 'version_nueva', 'regalo', 'reserva', 'reputacion', 'revision',
    'retiro', 'resena', 'respuesta', 'segundo_factor', 'venta', 'seguidores', 'disputa', 'venta_devuelta', 'logro', 'caso',
    'devolucion', 'favorito', 'mensaje_revision', 'marca_fallida', 'solicitud', 'cuarentena', 'moderacion', 'publicacion', 'pregunta', 'contestada',
    'producto_editado')),
  -- The cause, so that nobody is notified twice.
  clave text not null,
  datos jsonb not null default '{}',
  leida_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, clave)
);
create index notificaciones_user_id_idx on public.notificaciones (user_id, id desc);
create index notificaciones_sin_leer_idx on public.notificaciones (user_id) where leida_at is null;
-- To remove a name with its account.
create index notificaciones_de_idx on public.notificaciones ((datos ->> 'de')) where datos ->> 'de' is not null;

alter table public.notificaciones enable row level security;
grant select on public.notificaciones to authenticated, service_role;
create policy notificaciones_select on public.notificaciones for select to authenticated
  using (user_id = (select auth.uid()));
create policy notificaciones_segundo_paso on public.notificaciones as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create trigger callar_a_quien_se_fue before insert on public.notificaciones
  for each row execute function privado.callar_a_quien_se_fue();

-- Without a row the defaults apply.
create table public.preferencias_aviso (
  user_id uuid primary key references public.usuarios_meta (id) on delete cascade,
  correo_producto_nuevo boolean not null default false,
  correo_version_nueva boolean not null default true,
  correo_resenas boolean not null default true,
  correo_resumen boolean not null default true,
  correo_favoritos boolean not null default false,
  correo_anuncios boolean not null default false,
  correo_publicaciones boolean not null default true,
  correo_preguntas boolean not null default true,
  -- A notification per sale instead of one per day.
  aviso_cada_venta boolean not null default false,
  -- The start of the last announcement that the person has seen.
  anuncios_vistos timestamptz
);
create index preferencias_correo_anuncios_idx on public.preferencias_aviso (user_id) where correo_anuncios;

alter table public.preferencias_aviso enable row level security;
grant select on public.preferencias_aviso to authenticated, service_role;
create policy preferencias_aviso_select on public.preferencias_aviso for select to authenticated
  using (user_id = (select auth.uid()));
create policy preferencias_aviso_segundo_paso on public.preferencias_aviso as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- Unsubscribes a person from a kind of mails by the sealed link in such a mail, without a sign-in.
create function public.dejar_correos(p_usuario uuid, p_tipo text, p_sello text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.sello_valido(array['dejar_correos', p_tipo, p_usuario::text], p_sello) then
    return privado.rechazo('sello_no_valido');
  end if;
  insert into public.preferencias_aviso (user_id) select id from public.usuarios_meta where id = p_usuario
  on conflict do nothing;
  update public.preferencias_aviso set correo_favoritos = correo_favoritos and p_tipo <> 'favoritos',
    correo_anuncios = correo_anuncios and p_tipo <> 'anuncios',
    correo_publicaciones = correo_publicaciones and p_tipo <> 'publicaciones'
  where user_id = p_usuario;
  delete from public.correos where user_id = p_usuario and estado = 'pendiente' and plantilla = case p_tipo
    when 'favoritos' then 'favorito' when 'anuncios' then 'anuncio' when 'publicaciones' then 'publicacion' end;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.dejar_correos(uuid, text, text) to anon, authenticated;

-- Marks all current notifications as read.
create function public.marcar_avisos_leidos() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  update public.notificaciones set leida_at = now() where user_id = auth.uid() and leida_at is null;
  perform privado.marcar_anuncios_vistos(auth.uid());
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.marcar_avisos_leidos() to authenticated;

-- Saves mail preferences, and whether each sale is notified; null keeps a value. Waiting mails of a disabled kind are not sent.
create function public.guardar_preferencias(
  p_producto_nuevo boolean default null, p_version_nueva boolean default null, p_resenas boolean default null,
  p_resumen boolean default null, p_favoritos boolean default null, p_anuncios boolean default null,
  p_publicaciones boolean default null, p_cada_venta boolean default null, p_preguntas boolean default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  insert into public.preferencias_aviso (user_id) values (auth.uid()) on conflict do nothing;
  update public.preferencias_aviso set
    correo_producto_nuevo = coalesce(p_producto_nuevo, correo_producto_nuevo),
    correo_version_nueva = coalesce(p_version_nueva, correo_version_nueva),
    correo_resenas = coalesce(p_resenas, correo_resenas),
    correo_resumen = coalesce(p_resumen, correo_resumen),
    correo_favoritos = coalesce(p_favoritos, correo_favoritos),
    correo_anuncios = coalesce(p_anuncios, correo_anuncios),
    correo_publicaciones = coalesce(p_publicaciones, correo_publicaciones),
    aviso_cada_venta = coalesce(p_cada_venta, aviso_cada_venta),
    correo_preguntas = coalesce(p_preguntas, correo_preguntas)
  where user_id = auth.uid();
  delete from public.correos where user_id = auth.uid() and estado = 'pendiente' and case plantilla
    when 'producto_nuevo' then not p_producto_nuevo
    when 'version_nueva' then not p_version_nueva
    when 'resena' then not p_resenas
    when 'respuesta' then not p_resenas
    when 'resumen_creador' then not p_resumen
    when 'favorito' then not p_favoritos
    when 'anuncio' then not p_anuncios
    when 'publicacion' then not p_publicaciones
    when 'pregunta' then not p_preguntas
    when 'contestada' then not p_preguntas
  end;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.guardar_preferencias(boolean, boolean, boolean, boolean, boolean, boolean, boolean,
  boolean, boolean) to authenticated;

-- Notifies of achievements earned by buying; a new account needs no notification.
create function privado.avisar_de_logro() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notificaciones (user_id, tipo, clave, datos)
  values (new.user_id, 'logro', 'logro:' || new.logro, jsonb_build_object('logro', new.logro))
  on conflict (user_id, clave) do nothing;
  return null;
end
$$;
create trigger avisar_de_logro after insert on public.logros_usuario
  for each row when (new.logro <> 'cuenta_creada') execute function privado.avisar_de_logro();

-- Some mails also create notifications, under the same key.
create function privado.avisar_del_correo() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_datos jsonb := new.datos;
begin
  if new.plantilla = 'regalo' then
    select jsonb_build_object('nombre', p.presupuesto ->> 'nombre',
      'nombre_en', privado.nombre_en_de_compra(p.producto_id, p.bundle_id), 'de', u.display_name, 'pedido_id', (
        select a.id from public.adquisiciones a where a.pago_id = p.id order by a.id limit 1), 'regalo_id', p.id)
    into v_datos from public.pagos p join public.usuarios_meta u on u.id = p.user_id
    where p.id = (new.datos ->> 'pago_id')::uuid;
  elsif new.plantilla = 'reserva' then
    select jsonb_build_object('nombre', p.nombre, 'nombre_en', p.nombre_en, 'pedido_id', a.id)
    into v_datos from public.adquisiciones a join public.productos p on p.id = a.producto_id
    where a.id = (new.datos ->> 'pedido_id')::uuid;
  end if;
  insert into public.notificaciones (user_id, tipo, clave, datos)
  values (new.user_id, new.plantilla, new.clave, coalesce(v_datos, '{}')) on conflict (user_id, clave) do nothing;
  return null;
end
$$;
create trigger avisar_del_correo after insert on public.correos
  for each row when (new.plantilla in ('regalo', 'reserva', 'revision', 'retiro'))
  execute function privado.avisar_del_correo();

-- Runs when a product is published for the first time.
create function privado.al_publicar() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.publicado_at := coalesce(new.publicado_at, now());
  return new;
end
$$;
create trigger al_publicar before insert or update of status on public.productos
  for each row when (new.status = 'approved' and new.publicado_at is null) execute function privado.al_publicar();

-- Notifies followers of a creator's newly published product.
create function privado.avisar_a_seguidores() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  with avisados as (
    insert into public.notificaciones (user_id, tipo, clave, datos)
    select f.follower_id, 'producto_nuevo', 'producto:' || new.id, jsonb_build_object('slug', new.slug,
      'nombre', new.nombre, 'nombre_en', new.nombre_en, 'de', c.display_name)
    from public.follows f join public.usuarios_meta c on c.id = new.usuario_id
    where f.following_id = new.usuario_id
    on conflict (user_id, clave) do nothing
    returning user_id, datos
  )
  insert into public.correos (clave, user_id, plantilla, datos)
  select 'producto:' || new.id || ':' || a.user_id, a.user_id, 'producto_nuevo', a.datos
  from avisados a join public.preferencias_aviso p on p.user_id = a.user_id and p.correo_producto_nuevo
  on conflict (clave) do nothing;
  return null;
end
$$;
create trigger avisar_a_seguidores after update of status on public.productos
  for each row when (new.status = 'approved' and old.publicado_at is null and not new.oculto)
  execute function privado.avisar_a_seguidores();
