/** Rejection reasons, the codes of `resolver_revision`. */
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
