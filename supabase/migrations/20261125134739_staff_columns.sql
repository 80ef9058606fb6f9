-- Made from supabase/schemas by `npm run db:migration staff_columns`, and written shorter.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

REVOKE ALL ON TABLE "public"."reembolsos" FROM "authenticated";

REVOKE ALL ON TABLE "public"."reportes" FROM "authenticated";

REVOKE ALL ON TABLE "public"."revisiones_producto" FROM "authenticated";

REVOKE ALL ON TABLE "public"."withdrawals" FROM "authenticated";

GRANT SELECT (id, pago_id, motivo, estado, error, created_at, hecho_at, centimos, proveedor, referencia, proveedor_at,
  fallido_at) ON TABLE "public"."reembolsos" TO "authenticated";

GRANT SELECT (id, objeto_tipo, objeto_id, user_id, motivo, texto, estado, resuelto_at, created_at)
  ON TABLE "public"."reportes" TO "authenticated";

GRANT SELECT (id, producto_id, autor_id, contenido, estado, es_nueva, motivos, nota, enviada_at, decidida_at)
  ON TABLE "public"."revisiones_producto" TO "authenticated";

GRANT SELECT (id, usuario_id, paypal_email, amount, estado, created_at, lote, referencia, motivo, resuelto_at, pagado_at,
  intentos, enviado_at, atendido_at, preguntado_at) ON TABLE "public"."withdrawals" TO "authenticated";
