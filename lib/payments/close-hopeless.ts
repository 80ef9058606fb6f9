import 'server-only';
import { z } from 'zod';
import { messageOf, readRpc } from '@/lib/core/action/rpc';
import { forEachAtOnce } from '@/lib/core/http/for-each-at-once';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { pageProvider } from './providers';
import { pageProviderName } from './rows';
import { takePaymentEvent } from './take-payment-event';

const hopelessPages = z.array(z.object({ proveedor: z.string(), referencia: z.string() }));

async function close(provider: string, reference: string): Promise<void> {
  const end = await pageProvider[pageProviderName.parse(provider)].closePage(reference);
  if (end && end !== 'pending') await takePaymentEvent(end);
}

/**
 * Closes payment pages whose goods can no longer be delivered (withdrawn, rejected, sold out, banned buyer), so that
 * nobody pays only to be refunded. A payment made just before is settled as usual.
 *
 * @returns how many pages were checked
 */
export async function closeHopelessPages(): Promise<number> {
  const pages = await readRpc(createAdminClient(), 'pagos_sin_objeto', {}, hopelessPages);
  await forEachAtOnce(pages, async ({ proveedor, referencia }) => {
    try {
      await close(proveedor, referencia);
    } catch (problem) {
      log.warn({ reference: referencia, error: messageOf(problem) }, 'a page of withdrawn goods stays open');
    }
  });
  return pages.length;
}
