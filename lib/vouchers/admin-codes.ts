import { z } from 'zod';

export const codeChoices = ['libre', 'canjeado'] as const;

/** A redeem code, as the panel lists it. */
export const listedCode = z
  .object({
    id: z.string(),
    momento: z.string(),
    codigo: z.string(),
    canjeado: z.boolean(),
    canjeado_at: z.string().nullable(),
    por: z.string().nullable(),
    producto: z.string(),
    edicion: z.string().nullable(),
  })
  .transform((row) => ({
    id: row.id,
    createdAt: row.momento,
    code: row.codigo,
    isRedeemed: row.canjeado,
    redeemedAt: row.canjeado_at,
    redeemedBy: row.por,
    product: row.producto,
    edition: row.edicion,
  }));
