/** Kinds of cases (`casos_admin.tipo`). Their messages are in `mail.caso.kinds`. */
export const caseKinds = [
  'pago_desconocido',
  'pagado_dos_veces',
  'importe_no_coincide',
  'uncoins_gastados',
  'reembolso_fallido',
  'reembolso_rechazado',
  'disputa',
  'consulta',
  'disputa_sin_decidir',
  'sin_aclarar',
  'retiro_inesperado',
  'retiro_sin_aclarar',
  'retiro_pagado_tras_fallo',
  'retiro_devuelto_tras_pago',
  'retiro_con_dos_lotes',
  'webhook_de_otra_version',
  'webhook_sin_firma_valida',
  'club_pagado_dos_veces',
  'suscripcion_ajena',
  'suscripcion_desconocida',
  'club_en_disputa',
  'club_devuelto',
  'club_reembolso_parcial',
  'club_reembolso_fallido',
  'club_pagado_tras_terminar',
  'vendedor_incompleto',
  'libros_rotos',
  'correo_de_cuenta',
] as const;

const disputeKinds = ['disputa', 'consulta', 'disputa_sin_decidir'];

/** True if a case is a dispute. */
export const isDisputeCase = (kind: string): boolean => disputeKinds.includes(kind);
