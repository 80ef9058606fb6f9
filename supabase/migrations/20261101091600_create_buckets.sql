-- Public artwork, public portraits, private files to download.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('portadas', 'portadas', true, 5242880, array['image/webp', 'image/avif', 'image/png', 'image/jpeg']),
  ('avatars', 'avatars', true, 2097152, array['image/webp', 'image/png', 'image/jpeg']),
  ('descargas', 'descargas', false, 52428800, null)
on conflict (id) do nothing;

-- People write below a folder of their own; the private bucket is read by signed links only.
create function public.carpeta_propia(p_bucket text, p_nombre text) returns boolean
language sql stable set search_path = '' as $$
  select case p_bucket
    when 'avatars' then (storage.foldername(p_nombre))[1:2] = array['usuarios', auth.uid()::text]
    when 'portadas' then (storage.foldername(p_nombre))[1] = auth.uid()::text
    else false
  end;
$$;

create policy carpeta_propia_select on storage.objects for select to authenticated
  using (public.carpeta_propia(bucket_id, name));
create policy carpeta_propia_insert on storage.objects for insert to authenticated
  with check (public.carpeta_propia(bucket_id, name) and (select public.puede_actuar()));
create policy carpeta_propia_update on storage.objects for update to authenticated
  using (public.carpeta_propia(bucket_id, name) and (select public.puede_actuar()))
  with check (public.carpeta_propia(bucket_id, name));
create policy carpeta_propia_delete on storage.objects for delete to authenticated
  using (public.carpeta_propia(bucket_id, name) and (select public.puede_actuar()));

revoke execute on all functions in schema public from public;
grant execute on function public.carpeta_propia(text, text) to authenticated;
