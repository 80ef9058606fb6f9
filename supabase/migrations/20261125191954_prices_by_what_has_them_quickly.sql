-- Made from supabase/schemas by `npm run db:migration prices_by_what_has_them`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

-- In a file of its own: while it is built, prices can be read. Where the table is long: `create index concurrently`, with the
-- same words, between the two.
CREATE INDEX IF NOT EXISTS historial_precios_articulo_id_idx ON public.historial_precios USING btree (articulo_id, desde DESC, id DESC);
