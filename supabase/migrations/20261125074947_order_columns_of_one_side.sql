-- Made from supabase/schemas by `npm run db:migration order_columns_of_one_side`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

-- A release that does not ask `detalle_pedidos` cannot show its orders after this: apply it when no node runs one.
REVOKE ALL ON TABLE "public"."adquisiciones" FROM "authenticated";

GRANT SELECT (id, user_id, producto_id, edicion_id, bundle_id, pago_id, regalado_por, origen, es_reserva, created_at,
  fecha, hora, revocada_at, revocada_motivo) ON TABLE "public"."adquisiciones" TO "authenticated";
