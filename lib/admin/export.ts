import 'server-only';
import { z } from 'zod';
import type { CsvCell } from '@/lib/core/csv';
import type { createRequestClient } from '@/lib/core/supabase/server';
import { type Cursor, type ListFilter, type ListName, listRows } from './lists';

/** The columns of each list's file, by their names in the database. */
export const exportColumns: Record<ListName, string[]> = {
  usuarios: [
    'id',
    'momento',
    'display_name',
    'username',
    'email',
    'role',
    'club',
    'reputacion',
    'uncoins',
    'banned_until',
  ],
  productos: ['id', 'momento', 'nombre', 'slug', 'creador', 'precio', 'oferta', 'status', 'visitas', 'adquirido'],
  pedidos: [
    'id',
    'momento',
    'dueno',
    'producto',
    'edicion',
    'origen',
    'precio_pagado',
    'minecraft_name',
    'es_reserva',
    'pago_id',
    'revocada_at',
  ],
  pagos: ['id', 'momento', 'comprador', 'nombre', 'metodo', 'estado', 'total_centimos', 'referencia'],
  eventos: ['id', 'momento', 'proveedor', 'evento_id', 'tipo', 'procesado_at'],
  retiros: ['id', 'momento', 'creador', 'paypal_email', 'amount', 'estado', 'motivo'],
  cupones: ['id', 'momento', 'codigo', 'slug', 'percent_discount', 'caduca_at', 'usos_max', 'usos_por_usuario'],
  codigos: ['id', 'momento', 'codigo', 'producto', 'edicion', 'canjeado', 'canjeado_at', 'por'],
  reportes: ['id', 'momento', 'objeto_tipo', 'objeto_id', 'motivo', 'texto', 'de', 'estado', 'nota', 'resuelto_at'],
  cargos: [
    'id',
    'momento',
    'socio',
    'plan',
    'estado',
    'centimos',
    'devuelto_centimos',
    'periodo_inicio',
    'periodo_fin',
    'pagado_at',
    'factura',
    'factura_proveedor',
    'cargo',
  ],
};

const pageSize = 1_000;
const cells = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]).catch(null));

/**
 * A whole list, page by page, as the cells of a file.
 *
 * @throws when a page cannot be read, so that a file cut short does not look complete
 */
export async function* exportPages(
  client: Awaited<ReturnType<typeof createRequestClient>>,
  list: ListName,
  filter: ListFilter,
): AsyncGenerator<CsvCell[][], void> {
  let after: Cursor | null = filter.after;
  do {
    const page = await listRows(client, list, { ...filter, after }, cells, pageSize);
    if (!page.ok) throw new Error(`the list ${list} could not be read: ${page.error}`);
    yield page.value.rows.map((row) => exportColumns[list].map((column) => row[column] ?? null));
    after = page.value.next;
  } while (after);
}
