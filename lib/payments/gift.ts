import 'server-only';
import { z } from 'zod';
import { dataOf } from '@/lib/core/supabase/data-of';
import type { SupabaseClient } from '@/lib/core/supabase/session';

/** A gift, for its giver: the name of its recipient, and the day on which it is given, if that is still to come. */
export type GiftFacts = { recipient: string; day: string | null };

const giftRow = z.object({ fecha_entrega: z.string().nullable(), entregado_at: z.string().nullable() });
const personRow = z.object({ display_name: z.string() });

type Paid = { id: string; user_id: string; destinatario_id: string };

/**
 * What the giver is told of a payment for somebody else, or null for one of their own.
 *
 * @throws when the database cannot be reached
 */
export async function readGiftFacts(client: SupabaseClient, payment: Paid): Promise<GiftFacts | null> {
  if (payment.destinatario_id === payment.user_id) return null;
  const [gift, person] = await Promise.all([
    dataOf(
      'gift query',
      client.from('regalos').select('fecha_entrega,entregado_at').eq('pago_id', payment.id).maybeSingle(),
    ),
    dataOf(
      'gift recipient query',
      client.from('usuarios_meta').select('display_name').eq('id', payment.destinatario_id).maybeSingle(),
    ),
  ]);
  const { fecha_entrega, entregado_at } = giftRow.parse(gift);
  return { recipient: personRow.parse(person).display_name, day: entregado_at ? null : fecha_entrega };
}

/** Why a payment was not delivered, as its buyer is told: of a gift, somebody else has the thing already. */
export const reasonFor = (reason: string | null, isGift: boolean): string | null =>
  isGift && reason === 'ya_lo_tienes' ? 'ya_lo_tiene' : reason;
