import { database } from './database.ts';

/** Ledger invariants that no other test breaks, not even for a moment. `books.final.ts` checks all of them. */
const kept = [
  'uncoins_suman',
  'recargas_entregadas',
  'entregas_completas',
  'entregas_vigentes',
  'devueltos_sin_licencia',
  'ingresos_de_ventas',
  'facturas_de_pagos',
  'facturas_rectificadas',
  'club_cargos_facturados',
  'club_pagado_con_cargos',
  'reservas_de_abiertos',
  'no_entregados_devueltos',
];

/** The ones that the shop violates now, with examples. */
export const findImbalances = async () => [
  ...(await database()`select nombre, ejemplos from privado.invariantes(${kept}) where cuenta > 0`),
];
