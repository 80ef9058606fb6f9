-- Disputes in the panel: the queue, evidence of the purchase, and answers.

-- Answers to disputes. A draft may change; a sent answer is final.
create table public.respuestas_disputa (
  disputa_id uuid primary key references public.disputas (id) on delete restrict,
  texto text not null check (char_length(texto) between 1 and 20000),
  estado text not null default 'borrador' check (estado in ('borrador', 'enviando', 'enviada')),
  pruebas jsonb,
  error text check (char_length(error) <= 500),
  editada_por uuid references public.usuarios_meta (id) on delete set null,
  editada_at timestamptz not null default now(),
  enviada_por uuid references public.usuarios_meta (id) on delete set null,
  enviada_at timestamptz
);
comment on column public.respuestas_disputa.pruebas is 'the facts as they were sent beside the text';
create index respuestas_disputa_editada_por_idx on public.respuestas_disputa (editada_por);
create index respuestas_disputa_enviada_por_idx on public.respuestas_disputa (enviada_por);
create index respuestas_disputa_enviando_idx on public.respuestas_disputa (editada_at) where estado = 'enviando';

alter table public.respuestas_disputa enable row level security;

create function privado.conservar_respuesta() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (old.estado = 'enviada' and new.estado <> 'enviada')
    or (new.estado <> 'borrador' and (new.texto <> old.texto or new.pruebas is distinct from old.pruebas)) then
    raise exception 'what was sent to a provider is not changed';
  end if;
  return new;
end
$$;
create trigger conservar_respuesta before update on public.respuestas_disputa
  for each row when (old.estado <> 'borrador') execute function privado.conservar_respuesta();

-- Files of an answer. They are stored in a private bucket until the provider has them, and until a year after the
-- dispute was opened.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('pruebas', 'pruebas', false, 10485760, array['application/pdf', 'image/jpeg', 'image/png', 'image/gif'])
on conflict (id) do nothing;

create table public.archivos_disputa (
  ruta text primary key check (privado.ruta_valida(ruta) and starts_with(ruta, 'pruebas/')),
  disputa_id uuid not null references public.disputas (id) on delete restrict,
  clase text not null check (clase in ('recibo', 'comunicacion', 'entrega', 'condiciones', 'otro')),
  nombre text not null check (char_length(nombre) between 1 and 100),
  nota text check (char_length(nota) between 1 and 500),
  tipo text not null check (tipo in ('application/pdf', 'image/jpeg', 'image/png', 'image/gif')),
  bytes integer not null check (bytes > 0),
  subido_por uuid references public.usuarios_meta (id) on delete set null,
  created_at timestamptz not null default now(),
  retirado_at timestamptz
);
comment on column public.archivos_disputa.nombre is 'the name of the file where it was chosen, for the team only';
create index archivos_disputa_disputa_id_idx on public.archivos_disputa (disputa_id, created_at);
create index archivos_disputa_subido_por_idx on public.archivos_disputa (subido_por);
create index archivos_disputa_retirado_at_idx on public.archivos_disputa (retirado_at) where retirado_at is not null;

alter table public.archivos_disputa enable row level security;

-- The stored files of an answer, oldest first.
create function privado.archivos_de_disputa(p_disputa uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('ruta', a.ruta, 'clase', a.clase, 'nombre', a.nombre, 'nota', a.nota,
    'tipo', a.tipo, 'bytes', a.bytes) order by a.created_at, a.ruta), '[]')
  from public.archivos_disputa a where a.disputa_id = p_disputa and a.retirado_at is null and privado.esta_guardado(a.ruta);
$$;

create index disputas_pendientes_idx on public.disputas (vence_at, id) where fase in ('consulta', 'abierta', 'sin_decidir');
create index disputas_abierta_at_idx on public.disputas (abierta_at desc, id);

-- Evidence of a purchase for the provider, without address, mail and telephone.
create function privado.pruebas_de(p_pago uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'pago_id', p.id, 'nombre', p.presupuesto ->> 'nombre', 'total_centimos', p.total_centimos, 'metodo', p.metodo,
    'created_at', p.created_at, 'pagado_at', coalesce(p.confirmado_at, p.pagado_at),
    -- A gift is delivered on its day, or when its link is used.
    'entregado_at', case when privado.sin_suministrar(p) then null when g.pago_id is null then p.entregado_at else g.entregado_at end,
    'minecraft_name', p.minecraft_name,
    'comprador', jsonb_build_object('id', c.id, 'display_name', c.display_name, 'created_at', c.created_at),
    'destinatario', case when p.destinatario_id <> p.user_id then (
      select d.display_name from public.usuarios_meta d where d.id = p.destinatario_id) end,
    -- The stored consent of the buyer.
    'consentimiento', (select jsonb_object_agg(k.key, k.value) from jsonb_each(to_jsonb(p)) k
      where k.key like 'consentimiento%' and k.value <> 'null'),
    'pedidos', coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'producto', coalesce(x.nombre, p.presupuesto ->> 'nombre'),
        'edicion', e.nombre, 'created_at', a.created_at, 'descargas', a.descargas,
        'se_descarga', coalesce(e.download_link, x.download_link) is not null and privado.se_descarga(x, e) and not a.es_reserva,
        'momentos', coalesce((
          select jsonb_agg(m.created_at order by m.created_at) from (
            select h.created_at from public.descargas_hechas h where h.adquisicion_id = a.id
            order by h.created_at desc limit 20) m), '[]')) order by a.created_at, a.id)
      from public.adquisiciones a left join public.productos x on x.id = a.producto_id
      left join public.ediciones e on e.id = a.edicion_id where a.pago_id = p.id), '[]'),
    'juego', coalesce((
      select jsonb_agg(o.terminada_at order by o.terminada_at, o.id) from public.ordenes_servidor o
      join public.adquisiciones a on a.id = o.adquisicion_id join public.sucesos_licencia s on s.id = o.suceso_id
      where a.pago_id = p.id and o.estado = 'hecha' and o.deshace_id is null and privado.es_comienzo(s.evento)), '[]'),
    'mensajes', coalesce((
      select jsonb_agg(jsonb_build_object('plantilla', m.plantilla, 'enviado_at', m.enviado_at) order by m.id)
      from public.correos m
      where m.user_id = p.user_id and m.datos ->> 'pago_id' = p.id::text and m.enviado_at is not null), '[]'),
    'resena', (
      select jsonb_build_object('estrellas', r.estrellas, 'created_at', r.created_at) from public.resenas r
      join public.adquisiciones a on a.producto_id = r.producto_id and a.pago_id = p.id
      where r.user_id = p.user_id and not r.oculta order by r.created_at limit 1),
    'otras_compras', (
      select count(*) from public.pagos o where o.user_id = p.user_id and o.id <> p.id and o.estado = 'entregado'
        and o.total_centimos > 0))
  from public.pagos p join public.usuarios_meta c on c.id = p.user_id
  left join public.regalos g on g.pago_id = p.id where p.id = p_pago;
$$;

-- Maximum length of an answer: PayPal 2,000 characters, Stripe 20,000.
create function privado.largo_respuesta(p_proveedor text) returns integer
language sql immutable set search_path = '' as $$
  select case when p_proveedor = 'paypal' then 2000 else 20000 end;
$$;

-- The reason why a dispute cannot be answered, or null.
create function privado.motivo_no_responde(p_disputa public.disputas) returns text
language sql stable set search_path = '' as $$
  select case
    when p_disputa.fase not in ('consulta', 'abierta') then 'disputa_cerrada'
    when p_disputa.proveedor not in ('stripe', 'paypal') then 'sin_proveedor'
    when p_disputa.vence_at <= now() then 'fuera_de_plazo' end;
$$;

-- A dispute in the list.
create function privado.ficha_disputa(p_disputa public.disputas) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', p_disputa.id, 'pago_id', p_disputa.pago_id, 'proveedor', p_disputa.proveedor,
    'referencia', p_disputa.referencia, 'fase', p_disputa.fase, 'centimos', p_disputa.centimos,
    'total_centimos', p.total_centimos, 'motivo', p_disputa.motivo, 'vence_at', p_disputa.vence_at,
    'abierta_at', p_disputa.abierta_at, 'nombre', p.presupuesto ->> 'nombre',
    'nombre_en', privado.nombre_en_de_compra(p.producto_id, p.bundle_id), 'comprador', c.display_name,
    'comprador_id', c.id, 'respuesta', coalesce(r.estado, 'ninguna'),
    'se_puede_responder', privado.motivo_no_responde(p_disputa) is null,
    'largo', privado.largo_respuesta(p_disputa.proveedor))
  from public.pagos p join public.usuarios_meta c on c.id = p.user_id
  left join public.respuestas_disputa r on r.disputa_id = p_disputa.id
  where p.id = p_disputa.pago_id;
$$;

-- Open disputes, those that can still be answered first, then by deadline; or decided ones, newest first, after a cursor.
create function public.admin_disputas(
  p_cerradas boolean, p_antes timestamptz default null, p_antes_id uuid default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if coalesce(p_cerradas, false) then
    return jsonb_build_object('ok', true, 'disputas', coalesce((
      select jsonb_agg(privado.ficha_disputa(x.d) order by (x.d).abierta_at desc, (x.d).id)
      from (select d from public.disputas d where d.fase in ('perdida', 'ganada')
          and (p_antes is null or d.abierta_at < p_antes or (d.abierta_at = p_antes and d.id > p_antes_id))
        order by d.abierta_at desc, d.id limit 51) x), '[]'));
  end if;
  return jsonb_build_object('ok', true, 'disputas', coalesce((
    select jsonb_agg(privado.ficha_disputa(x.d) order by x.orden)
    from (select d, row_number() over (order by privado.motivo_no_responde(d) is not null
          or coalesce(r.estado, 'borrador') <> 'borrador', d.vence_at nulls last, d.id) as orden
      from public.disputas d left join public.respuestas_disputa r on r.disputa_id = d.id
      where d.fase in ('consulta', 'abierta', 'sin_decidir') order by orden limit 200) x), '[]'));
end
$$;
grant execute on function public.admin_disputas(boolean, timestamptz, uuid) to authenticated;

-- One dispute with its evidence and answer.
create function public.admin_disputa(p_disputa uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_disputa public.disputas;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  select * into v_disputa from public.disputas where id = p_disputa;
  if v_disputa.id is null then return privado.rechazo('disputa_no_existe'); end if;
  return privado.ficha_disputa(v_disputa) || jsonb_build_object('ok', true,
    'pruebas', coalesce(
      (select r.pruebas from public.respuestas_disputa r where r.disputa_id = p_disputa and r.estado = 'enviada'),
      privado.pruebas_de(v_disputa.pago_id)),
    'archivos', coalesce((select r.pruebas -> 'archivos' from public.respuestas_disputa r
      where r.disputa_id = p_disputa and r.estado <> 'borrador'), privado.archivos_de_disputa(p_disputa)),
    'texto', (select r.texto from public.respuestas_disputa r where r.disputa_id = p_disputa),
    'error', (select r.error from public.respuestas_disputa r where r.disputa_id = p_disputa),
    'enviada_at', (select r.enviada_at from public.respuestas_disputa r where r.disputa_id = p_disputa),
    'enviada_por', (select u.display_name from public.respuestas_disputa r join public.usuarios_meta u on u.id = r.enviada_por
      where r.disputa_id = p_disputa));
end
$$;
grant execute on function public.admin_disputa(uuid) to authenticated;

-- Saves a draft. `p_base` is the loaded text; without an earlier draft there is nothing to overwrite.
create function public.guardar_respuesta(p_disputa uuid, p_base text, p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_disputa public.disputas;
  v_antes public.respuestas_disputa;
  v_choque jsonb;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  select * into v_disputa from public.disputas where id = p_disputa for no key update;
  if v_disputa.id is null then return privado.rechazo('disputa_no_existe'); end if;
  if char_length(btrim(coalesce(p_texto, ''))) not between 1 and privado.largo_respuesta(v_disputa.proveedor) then
    return privado.rechazo('texto_no_valido');
  end if;
  select * into v_antes from public.respuestas_disputa where disputa_id = p_disputa;
  if v_antes.estado in ('enviando', 'enviada') then return privado.rechazo('ya_enviada'); end if;
  if privado.motivo_no_responde(v_disputa) is not null then return privado.rechazo(privado.motivo_no_responde(v_disputa)); end if;
  v_choque := privado.choques(jsonb_strip_nulls(jsonb_build_object('texto', v_antes.texto)),
    jsonb_build_object('texto', coalesce(p_base, '')), jsonb_build_object('texto', p_texto));
  if v_choque is not null then return v_choque || privado.rechazo('conflicto'); end if;
  insert into public.respuestas_disputa as r (disputa_id, texto, editada_por) values (p_disputa, p_texto, auth.uid())
  on conflict (disputa_id) do update set texto = excluded.texto, editada_por = excluded.editada_por, editada_at = now();
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.guardar_respuesta(uuid, text, text) to authenticated;

-- Permits a file of a draft, which its admin stores within minutes. Kinds, sizes and numbers are the provider's: Stripe
-- accepts one of each kind, no GIF, 5 MiB each and 4.5 MiB together; PayPal 10 MB each and 50 MB together.
create function public.anadir_prueba(
  p_disputa uuid, p_clase text, p_nombre text, p_nota text, p_tipo text, p_bytes integer
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_disputa public.disputas;
  v_es_stripe boolean;
  v_cuantos bigint;
  v_bytes bigint;
  v_repetida boolean;
  v_ruta text;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  select * into v_disputa from public.disputas where id = p_disputa for no key update;
  if v_disputa.id is null then return privado.rechazo('disputa_no_existe'); end if;
  if exists (select from public.respuestas_disputa where disputa_id = p_disputa and estado <> 'borrador') then
    return privado.rechazo('ya_enviada');
  end if;
  if privado.motivo_no_responde(v_disputa) is not null then return privado.rechazo(privado.motivo_no_responde(v_disputa)); end if;
  v_es_stripe := v_disputa.proveedor = 'stripe';
  if p_tipo is null or p_tipo not in ('application/pdf', 'image/jpeg', 'image/png', 'image/gif')
    or v_es_stripe and p_tipo = 'image/gif' then
    return privado.rechazo('tipo_no_valido');
  end if;
  if coalesce(p_bytes, 0) < 1 or p_bytes > (case when v_es_stripe then 5242880 else 9999999 end) then
    return privado.rechazo('demasiado_grande');
  end if;
  select count(*), coalesce(sum(a.bytes), 0), coalesce(bool_or(a.clase = p_clase), false)
  into v_cuantos, v_bytes, v_repetida from public.archivos_disputa a
  where a.disputa_id = p_disputa and a.retirado_at is null
    and (privado.esta_guardado(a.ruta) or a.created_at > now() - interval '5 minutes');
  if v_es_stripe and v_repetida then return privado.rechazo('clase_repetida'); end if;
  if v_cuantos >= 20 or v_bytes + p_bytes > (case when v_es_stripe then 4718592 else 50000000 end) then
    return privado.rechazo('demasiado_en_total');
  end if;
  insert into public.archivos_disputa (ruta, disputa_id, clase, nombre, nota, tipo, bytes, subido_por)
  values ('pruebas/' || p_disputa || '/' || gen_random_uuid() || '.' || case p_tipo when 'application/pdf' then 'pdf'
      when 'image/jpeg' then 'jpg' when 'image/png' then 'png' else 'gif' end,
    p_disputa, p_clase, p_nombre, nullif(btrim(p_nota), ''), p_tipo, p_bytes, auth.uid())
  returning ruta into v_ruta;
  perform privado.anotar('anadir_prueba', 'pago', v_disputa.pago_id::text, null,
    jsonb_build_object('disputa', v_disputa.referencia, 'clase', p_clase, 'nombre', p_nombre));
  return jsonb_build_object('ok', true, 'ruta', v_ruta);
exception
  when check_violation or not_null_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.anadir_prueba(uuid, text, text, text, text, integer) to authenticated;

-- Removes a file from a draft.
create function public.quitar_prueba(p_disputa uuid, p_ruta text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_disputa public.disputas;
  v_nombre text;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  select * into v_disputa from public.disputas where id = p_disputa for no key update;
  if v_disputa.id is null then return privado.rechazo('disputa_no_existe'); end if;
  if exists (select from public.respuestas_disputa where disputa_id = p_disputa and estado <> 'borrador') then
    return privado.rechazo('ya_enviada');
  end if;
  update public.archivos_disputa set retirado_at = now()
  where ruta = p_ruta and disputa_id = p_disputa and retirado_at is null returning nombre into v_nombre;
  if v_nombre is not null then
    perform privado.anotar('quitar_prueba', 'pago', v_disputa.pago_id::text, null,
      jsonb_build_object('disputa', v_disputa.referencia, 'nombre', v_nombre));
  end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.quitar_prueba(uuid, text) to authenticated;

-- Files for the job to delete from storage: removed ones, those that never arrived, and those of decided disputes, a
-- year after they were opened.
create function public.pruebas_retiradas() returns setof text
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.archivos_disputa a set retirado_at = now() from public.disputas d
  where d.id = a.disputa_id and a.retirado_at is null
    and (d.fase in ('perdida', 'ganada') and d.abierta_at < now() - interval '1 year'
      or a.created_at < now() - interval '1 hour' and not privado.esta_guardado(a.ruta));
  return query select ruta from public.archivos_disputa where retirado_at < now() - interval '10 minutes'
    order by retirado_at limit 200;
end
$$;
grant execute on function public.pruebas_retiradas() to service_role;

-- Forgets deleted files.
create function public.olvidar_pruebas(p_rutas text[]) returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.archivos_disputa
  where ruta = any (p_rutas) and retirado_at is not null and not privado.esta_guardado(ruta);
$$;
grant execute on function public.olvidar_pruebas(text[]) to service_role;

-- Orders an answer to be sent, which makes it final. Idempotent until the provider answers. Only the text (`p_texto`)
-- and the files (`p_archivos`) that the admin has seen are sent.
create function public.enviar_respuesta(p_disputa uuid, p_texto text, p_archivos text[] default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_disputa public.disputas;
  v_respuesta public.respuestas_disputa;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  select * into v_disputa from public.disputas where id = p_disputa for no key update;
  if v_disputa.id is null then return privado.rechazo('disputa_no_existe'); end if;
  select * into v_respuesta from public.respuestas_disputa where disputa_id = p_disputa;
  if v_respuesta.disputa_id is null then return privado.rechazo('texto_no_valido'); end if;
  if v_respuesta.estado = 'enviada' then return privado.rechazo('ya_enviada'); end if;
  if v_respuesta.texto is distinct from p_texto then
    return jsonb_build_object('texto', v_respuesta.texto) || privado.rechazo('conflicto');
  end if;
  if v_respuesta.estado = 'borrador' then
    if privado.motivo_no_responde(v_disputa) is not null then return privado.rechazo(privado.motivo_no_responde(v_disputa)); end if;
    if exists (select from jsonb_array_elements(privado.archivos_de_disputa(p_disputa)) f
        where f ->> 'ruta' <> all (coalesce(p_archivos, '{}')))
      or exists (select from unnest(p_archivos) u where not exists (
        select from jsonb_array_elements(privado.archivos_de_disputa(p_disputa)) f where f ->> 'ruta' = u)) then
      return privado.rechazo('archivos_cambiados');
    end if;
    -- A file that is still on its way is not part of the answer.
    update public.archivos_disputa set retirado_at = now()
    where disputa_id = p_disputa and retirado_at is null and not privado.esta_guardado(ruta);
    update public.respuestas_disputa set estado = 'enviando', error = null,
      pruebas = privado.pruebas_de(v_disputa.pago_id) || jsonb_build_object('archivos', privado.archivos_de_disputa(p_disputa)),
      enviada_por = auth.uid(), editada_at = now()
    where disputa_id = p_disputa returning * into v_respuesta;
    perform privado.anotar('responder_disputa', 'pago', v_disputa.pago_id::text, null,
      jsonb_build_object('disputa', v_disputa.referencia, 'centimos', v_disputa.centimos,
        'archivos', jsonb_array_length(v_respuesta.pruebas -> 'archivos')));
  end if;
  return jsonb_build_object('ok', true, 'disputa_id', p_disputa, 'proveedor', v_disputa.proveedor,
    'referencia', v_disputa.referencia, 'texto', v_respuesta.texto, 'pruebas', v_respuesta.pruebas);
end
$$;
grant execute on function public.enviar_respuesta(uuid, text, text[]) to authenticated;

-- Records the provider's result; a refusal makes it a draft again.
create function public.cerrar_respuesta(p_disputa uuid, p_error text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.respuestas_disputa set estado = case when p_error is null then 'enviada' else 'borrador' end,
    enviada_at = case when p_error is null then now() end, error = left(p_error, 500)
  where disputa_id = p_disputa and estado = 'enviando';
$$;
grant execute on function public.cerrar_respuesta(uuid, text) to service_role;

-- Answers without a result.
create function public.respuestas_por_enviar() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'respuestas', coalesce(jsonb_agg(jsonb_build_object('disputa_id', d.id,
    'proveedor', d.proveedor, 'referencia', d.referencia, 'texto', r.texto, 'pruebas', r.pruebas) order by r.editada_at), '[]'))
  from public.respuestas_disputa r join public.disputas d on d.id = r.disputa_id
  where r.estado = 'enviando' and r.editada_at < now() - interval '1 minute';
$$;
grant execute on function public.respuestas_por_enviar() to service_role;

-- Recent refunds, newest first, with the admin who ordered them, or none for automatic ones.
create function public.admin_devoluciones(p_antes timestamptz default null, p_antes_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'devoluciones', coalesce((
    select jsonb_agg(jsonb_build_object('id', x.id, 'pago_id', x.pago_id, 'centimos', x.centimos, 'estado', x.estado,
      'motivo', x.motivo, 'created_at', x.created_at, 'total_centimos', p.total_centimos, 'metodo', p.metodo,
      'nombre', p.presupuesto ->> 'nombre', 'nombre_en', privado.nombre_en_de_compra(p.producto_id, p.bundle_id),
      'comprador', c.display_name, 'pedido_por', (
        select u.display_name from public.usuarios_meta u where u.id = x.pedido_por)) order by x.created_at desc, x.id)
    from (select r.* from public.reembolsos r
      where p_antes is null or r.created_at < p_antes or (r.created_at = p_antes and r.id > p_antes_id)
      order by r.created_at desc, r.id limit 51) x
    join public.pagos p on p.id = x.pago_id join public.usuarios_meta c on c.id = p.user_id), '[]'));
end
$$;
grant execute on function public.admin_devoluciones(timestamptz, uuid) to authenticated;
create index reembolsos_created_at_idx on public.reembolsos (created_at desc, id);

-- Notifies every admin of refunds that the shop did not order.
create function privado.avisar_devolucion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notificaciones (user_id, tipo, clave, datos)
  select u.id, 'devolucion', 'devolucion:' || new.id, jsonb_build_object('pago_id', new.pago_id,
    'centimos', new.centimos, 'nombre', p.presupuesto ->> 'nombre',
    'nombre_en', privado.nombre_en_de_compra(p.producto_id, p.bundle_id))
  from public.usuarios_meta u cross join public.pagos p
  where u.role = 'admin' and (u.banned_until is null or u.banned_until <= now()) and p.id = new.pago_id
  on conflict (user_id, clave) do nothing;
  return null;
end
$$;
create trigger avisar_devolucion after insert on public.reembolsos
  for each row when (new.pedido_por is null and new.estado in ('hecho', 'pendiente') and new.proveedor in ('stripe', 'paypal'))
  execute function privado.avisar_devolucion();
