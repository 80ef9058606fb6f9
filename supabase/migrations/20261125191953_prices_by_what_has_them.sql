-- Made from supabase/schemas by `npm run db:migration prices_by_what_has_them`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

-- The table is written anew, and nobody reads a price on offer meanwhile: run it in a quiet hour where it is long.
ALTER TABLE "public"."historial_precios"
  ADD COLUMN "articulo_id" uuid GENERATED ALWAYS AS (COALESCE(bundle_id, edicion_id, producto_id)) STORED;

COMMENT ON COLUMN "public"."historial_precios"."articulo_id" IS 'what has the price; a column, because an index on the expression is of no use behind a policy';
