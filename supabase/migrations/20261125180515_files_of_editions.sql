-- Made from supabase/schemas by `npm run db:migration files_that_nothing_needs`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

-- Where the table is long: `create index concurrently`, with the same words, before this runs.
CREATE INDEX IF NOT EXISTS ediciones_download_link_idx ON public.ediciones USING btree (download_link)
  WHERE (download_link IS NOT NULL);
