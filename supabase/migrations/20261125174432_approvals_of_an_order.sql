-- Made from supabase/schemas by `npm run db:migration declined_charges_wait_for_the_buyer`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

-- Where the table is long: `create index concurrently`, with the same words, before this runs.
CREATE INDEX IF NOT EXISTS eventos_proveedor_aprobados_idx ON public.eventos_proveedor USING btree (((payload #>> '{resource,id}'::text[])))
  WHERE (tipo = 'CHECKOUT.ORDER.APPROVED'::text);
