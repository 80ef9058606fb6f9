import { z } from 'zod';
import { toCents } from '@/lib/core/money';
import { orderOrigins } from '@/lib/orders/types';

/** Something that was acquired, as the panel lists it. */
export const listedOrder = z
  .object({
    id: z.string(),
    momento: z.string(),
    origen: z.enum(orderOrigins),
    precio_pagado: z.number().transform(toCents),
    minecraft_name: z.string(),
    revocada_at: z.string().nullable(),
    pago_id: z.string().nullable(),
    user_id: z.string(),
    dueno: z.string(),
    producto: z.string().nullable(),
    edicion: z.string().nullable(),
  })
  .transform((row) => ({
    id: row.id,
    createdAt: row.momento,
    origin: row.origen,
    paidCents: row.precio_pagado,
    minecraftName: row.minecraft_name,
    isRevoked: row.revocada_at !== null,
    paymentId: row.pago_id,
    ownerId: row.user_id,
    owner: row.dueno,
    product: row.producto,
    edition: row.edicion,
  }));
