import 'server-only';
import { z } from 'zod';
import { dataOf } from '@/lib/core/supabase/data-of';
import type { SupabaseClient } from '@/lib/core/supabase/session';

/** A gift, as its giver sees it: the recipient's name (empty before somebody collects it), and the delivery day if it is in the future. */
export type GiftFacts = { recipient: string; day: string | null };

const giftRow = z.object({ fecha_entrega: z.string().nullable(), entregado_at: z.string().nullable() });
const personRow = z.object({ display_name: z.string() });

type Paid = { id: string; user_id: string; destinatario_id: string | null };

/**
 * The gift facts of a payment; null if it is not a gift.
 *
 * @throws if the database cannot be reached
 */
export async function readGiftFacts(client: SupabaseClient, payment: Paid): Promise<GiftFacts | null> {
  if (payment.destinatario_id === payment.user_id) return null;
  const [gift, person] = await Promise.all([
    dataOf(
      'gift query',
      client.from('regalos').select('fecha_entrega,entregado_at').eq('pago_id', payment.id).maybeSingle(),
    ),
    payment.destinatario_id === null
      ? null
      : dataOf(
          'gift recipient query',
          client.from('usuarios_meta').select('display_name').eq('id', payment.destinatario_id).maybeSingle(),
        ),
  ]);
  const { fecha_entrega, entregado_at } = giftRow.parse(gift);
  return { recipient: person ? personRow.parse(person).display_name : '', day: entregado_at ? null : fecha_entrega };
}

/** The reason of a refusal or failed delivery, as its buyer reads it: for a gift, the recipient owns the product. */
export const reasonFor = <Reason extends string | null>(reason: Reason, isGift: boolean): Reason | 'ya_lo_tiene' =>
  isGift && (reason === 'ya_lo_tienes' || reason === 'tienes_superior') ? 'ya_lo_tiene' : reason;
