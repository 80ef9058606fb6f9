import 'server-only';
import { z } from 'zod';
import { dayInSpain } from '@/lib/core/day';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import type { Recipient } from '../types';
import { anybody, type GiftForm, giftDays } from './index';

const dayMs = 86_400_000;
const dayAfter = (days: number) => dayInSpain(new Date(Date.now() + days * dayMs));

const lastRow = z.object({ mensaje: z.string().nullable(), fecha_entrega: z.string().nullable() });

/**
 * Initial values of a gift form: the possible days, and the message of an unpaid gift to the same person from the last
 * hour, so that returning from the provider loses nothing. Input for a gift by link is stored in the tab only.
 */
export async function readGiftForm(giverId: string, recipient: Recipient): Promise<GiftForm> {
  const [firstDay, lastDay] = [dayAfter(giftDays.first), dayAfter(giftDays.last)];
  if (recipient.username === anybody)
    return { giver: giverId, recipient: null, wish: { message: '', day: '', email: '' }, firstDay, lastDay };
  const client = await createRequestClient();
  const data = await dataOf(
    'gift query',
    client
      .from('regalos')
      .select('mensaje,fecha_entrega,pagos!inner(estado)')
      .eq('user_id', giverId)
      .eq('destinatario_id', recipient.id)
      .in('pagos.estado', ['creado', 'caducado', 'fallido'])
      .gt('created_at', new Date(Date.now() - dayMs / 24).toISOString())
      .order('created_at', { ascending: false })
      .limit(1)
      .maybeSingle(),
  );
  const last = data && lastRow.parse(data);
  const day = last?.fecha_entrega ?? '';
  return {
    giver: giverId,
    recipient: recipient.displayName,
    wish: { message: last?.mensaje ?? '', day: day >= firstDay ? day : '', email: '' },
    firstDay,
    lastDay,
  };
}
