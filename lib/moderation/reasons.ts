/** Why a revision may be rejected: the codes that `resolver_revision` takes. */
export const rejectionReasons = [
  'calidad',
  'incompleto',
  'contenido_no_permitido',
  'derechos',
  'enganoso',
  'archivo',
  'precio',
  'otro',
] as const;
