import 'server-only';
import { z } from 'zod';
import { nothing, readRpc, toJson } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { listPayPalEvents } from './event-list';
import { payPalEvent } from './events/types';

const type = 'CHECKOUT.ORDER.APPROVED';
const approved = z.object({ id: z.string() });

/**
 * Records the approvals of an order that PayPal lists and whose webhooks did not arrive: an order itself does not show
 * when it was approved, and a webhook may be an hour late.
 *
 * @param since the time of the payment: there must be more approvals than declines
 * @returns whether there was one that the shop had not recorded
 * @throws PayPalError if PayPal does not answer
 */
export async function recordApprovals(orderId: string, since: Date): Promise<boolean> {
  const client = createAdminClient();
  let isNew = false;
  for await (const events of listPayPalEvents(since, type)) {
    for (const listed of events) {
      const { data: event } = payPalEvent.safeParse(listed);
      if (!event || event.event_type !== type || approved.safeParse(event.resource).data?.id !== orderId) continue;
      const id = { p_proveedor: 'paypal', p_evento_id: event.id };
      const args = { ...id, p_tipo: type, p_payload: toJson(event) };
      const { nuevo } = await readRpc(client, 'registrar_evento', args, z.object({ nuevo: z.boolean() }));
      if (nuevo) await readRpc(client, 'cerrar_evento', id, nothing);
      isNew ||= nuevo;
    }
  }
  return isNew;
}
