import type { ListFile } from '@/lib/admin/lists';

/** CSV export of the reports, for admins. */
export const reportsFile: ListFile = {
  source: 'reportes',
  fileColumns: ['id', 'momento', 'objeto_tipo', 'objeto_id', 'motivo', 'texto', 'de', 'estado', 'nota', 'resuelto_at'],
};
