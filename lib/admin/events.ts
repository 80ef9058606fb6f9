import { z } from 'zod';
import { pageProviders } from '@/lib/payments/methods';

export const eventChoices = [...pageProviders, 'pendiente' as const];

/** An event of a provider, as the panel lists it. */
export const listedEvent = z
  .object({
    id: z.string(),
    momento: z.string(),
    proveedor: z.enum(pageProviders),
    evento_id: z.string(),
    tipo: z.string(),
    procesado_at: z.string().nullable(),
  })
  .transform((row) => ({
    id: row.id,
    receivedAt: row.momento,
    provider: row.proveedor,
    eventId: row.evento_id,
    kind: row.tipo,
    handledAt: row.procesado_at,
  }));
