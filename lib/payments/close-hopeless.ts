import 'server-only';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { takePaymentEvent } from './deliver';
import { sessionEvent } from './stripe/session-event';
import { closeSession } from './stripe/sessions';

async function close(provider: string, reference: string): Promise<void> {
  if (provider === 'paypal') {
    await takePaymentEvent({ kind: 'closed', state: 'caducado', provider, reference, paymentId: null });
    return;
  }
  const session = await closeSession(reference);
  const event = session && sessionEvent(session);
  if (event) await takePaymentEvent(event);
}

/**
 * Closes the payment pages of what cannot be delivered any more (withdrawn, rejected, sold out, a banned buyer), so
 * that nobody pays for it only to be refunded. A payment made just before is settled as usual.
 *
 * @returns how many pages it checked
 */
export async function closeHopelessPages(): Promise<number> {
  const { data, error } = await createAdminClient().rpc('pagos_sin_objeto');
  if (error) throw new Error(`pagos_sin_objeto: ${error.message}`);
  for (const { proveedor, referencia } of data) {
    try {
      await close(proveedor, referencia);
    } catch (problem) {
      log.warn({ reference: referencia, error: (problem as Error).message }, 'a page of withdrawn goods stays open');
    }
  }
  return data.length;
}
