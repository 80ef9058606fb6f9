import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';

const row = z
  .object({
    ahorrado: z.coerce.number().int(),
    compras_ahorradas: z.coerce.number().int(),
    posible: z.coerce.number().int(),
    compras_posibles: z.coerce.number().int(),
    reclamados: z.coerce.number().int(),
    desde: z.string().nullable(),
  })
  .transform((found) => ({
    savedCents: found.ahorrado,
    savedPurchases: found.compras_ahorradas,
    possibleCents: found.posible,
    possiblePurchases: found.compras_posibles,
    claimed: found.reclamados,
    memberSince: found.desde,
  }));

/**
 * The amount that the Club saved the signed-in person in the last twelve months, or would have saved on purchases
 * without it, in cents; the products that they claimed, and the start of the membership.
 */
export type ClubSaving = z.output<typeof row>;

/** @throws if the database does not answer */
export const getClubSaving = async (): Promise<ClubSaving> =>
  readRpc(await createRequestClient(), 'mi_ahorro_club', {}, row);
