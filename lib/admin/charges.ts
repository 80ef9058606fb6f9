import { z } from 'zod';
import { chargeStates, clubPlans } from '@/lib/club';

/** A charge of the Club, as the panel lists it. */
export const listedCharge = z
  .object({
    id: z.string(),
    momento: z.string(),
    estado: z.enum(chargeStates),
    plan: z.enum(clubPlans),
    centimos: z.number().int(),
    devuelto_centimos: z.number().int(),
    factura_proveedor: z.string(),
    factura: z.string().nullable(),
    socio: z.string(),
    user_id: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    bookedAt: row.momento,
    state: row.estado,
    plan: row.plan,
    cents: row.centimos,
    returnedCents: row.devuelto_centimos,
    providerInvoice: row.factura_proveedor,
    invoice: row.factura,
    member: row.socio,
    memberId: row.user_id,
  }));
