import { z } from 'zod';
import { pageProviders, providers } from './methods';
import { paymentStates } from './states';
import type { Payment } from './types';

/** The provider of a payment (`pagos.proveedor`). */
export const providerName = z.enum(providers);
export const pageProviderName = z.enum(pageProviders);

/** The answer of `describir_pago`, with English names. */
export const paymentRow = z
  .object({
    ok: z.literal(true),
    pago_id: z.string(),
    user_id: z.string(),
    destinatario_id: z.string().nullable(),
    estado: z.enum(paymentStates),
    proveedor: providerName,
    referencia: z.string().nullable(),
    total_centimos: z.coerce.number().int(),
    caduca_at: z.coerce.date(),
    presupuesto: z.object({ nombre: z.string(), edicion: z.string().nullish(), es_recarga: z.boolean().nullish() }),
    pedidos: z.array(z.string()),
    entregado_ahora: z.boolean().default(false),
  })
  .transform(
    (row): Payment => ({
      id: row.pago_id,
      userId: row.user_id,
      isGift: row.destinatario_id !== row.user_id,
      state: row.estado,
      provider: row.proveedor,
      reference: row.referencia,
      totalCents: row.total_centimos,
      expiresAt: row.caduca_at,
      name: row.presupuesto.nombre,
      edition: row.presupuesto.edicion ?? null,
      isRecharge: row.presupuesto.es_recarga ?? false,
      orderIds: row.pedidos,
      deliveredNow: row.entregado_ahora,
    }),
  );
