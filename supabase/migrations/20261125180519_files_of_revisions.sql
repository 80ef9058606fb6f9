-- Made from supabase/schemas by `npm run db:migration files_that_nothing_needs`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

-- In a file of its own: while it is built, no other table waits. It needs a function of the migration before.
CREATE INDEX IF NOT EXISTS revisiones_archivos_idx ON public.revisiones_producto USING gin (public.archivos_de(contenido));
