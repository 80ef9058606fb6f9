-- The badge of the Club is worn in public.

grant select (club) on public.usuarios_meta to anon, authenticated;
