import { z } from 'zod';
import { euroAmount } from '@/lib/core/money/euro-amount';
import type { BulkChange, BulkResult } from './types';

const priceRow = z
  .object({
    campo: z.enum(['precio', 'oferta']),
    edicion: z.string().nullish(),
    antes: euroAmount.nullable(),
    despues: euroAmount.nullable(),
    hasta: z.string().nullish(),
    espera: z.boolean(),
  })
  .transform(
    (row): BulkChange => ({
      field: row.campo === 'precio' ? 'price' : 'offer',
      edition: row.edicion ?? null,
      before: row.antes,
      after: row.despues,
      until: row.hasta ?? null,
      waits: row.espera,
    }),
  );

const listRow = z
  .object({
    campo: z.enum(['compatibles', 'generos']),
    antes: z.array(z.string()),
    despues: z.array(z.string()),
    espera: z.boolean(),
  })
  .transform(
    (row): BulkChange => ({
      field: row.campo === 'generos' ? 'genres' : 'versions',
      before: row.antes,
      after: row.despues,
      waits: row.espera,
    }),
  );

const resultRow = z
  .object({
    id: z.string(),
    slug: z.string().nullable(),
    nombre: z.string().nullable(),
    nombre_en: z.string().nullable(),
    cambios: z.array(z.union([priceRow, listRow])).optional(),
    motivo: z.string().optional(),
    huella: z.string().optional(),
  })
  .transform(
    (row): BulkResult => ({
      id: row.id,
      slug: row.slug,
      name: row.nombre,
      nameEn: row.nombre_en,
      changes: row.cambios ?? null,
      reason: row.motivo ?? null,
      mark: row.huella ?? null,
    }),
  );

/** The results of a bulk edit, or of its preview, in the order of the chosen products. */
export const bulkRow = z.object({ productos: z.array(resultRow) }).transform(({ productos }) => productos);
