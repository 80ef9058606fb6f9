-- Public artwork, public portraits, private files to download.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('portadas', 'portadas', true, 5242880, array['image/webp', 'image/avif', 'image/png', 'image/jpeg']),
  ('avatars', 'avatars', true, 2097152, array['image/webp', 'image/png', 'image/jpeg']),
  ('descargas', 'descargas', false, 52428800, null)
on conflict (id) do nothing;

-- People write below a folder of their own; the private bucket is read by signed links only.
create policy avatars_select on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[2] = (select auth.uid())::text);
create policy avatars_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = 'usuarios'
    and (storage.foldername(name))[2] = (select auth.uid())::text and (select public.puede_actuar()));
create policy avatars_update on storage.objects for update to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[2] = (select auth.uid())::text)
  with check (bucket_id = 'avatars' and (storage.foldername(name))[2] = (select auth.uid())::text
    and (select public.puede_actuar()));
create policy avatars_delete on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[2] = (select auth.uid())::text
    and (select public.puede_actuar()));
