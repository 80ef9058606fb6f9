import 'server-only';
import { z } from 'zod';
import { messageOf, nothing, readRpc } from '@/lib/core/action/rpc';
import { parseJson } from '@/lib/core/http/json';
import { takeAttempt } from '@/lib/core/limits';
import { atMost } from '@/lib/core/limits/at-once';
import { log } from '@/lib/core/log';
import { clientAddress, isOneVisitors } from '@/lib/core/security/visitor';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { countWebhook } from '@/lib/core/telemetry/observe';
import type { PageProvider } from '@/lib/payments/methods';
import { pageProvider } from '@/lib/payments/providers';

const claimed = z.object({ id: z.string().max(100) });

const mostAtOnce = 4;

async function hasSent(provider: PageProvider, id: string, headers: Headers): Promise<boolean> {
  const who = isOneVisitors(headers) ? { address: clientAddress(headers) } : {};
  if ((await takeAttempt('refusedWebhook', who)) > 0) return false;
  return (await atMost(mostAtOnce, `refused ${provider}`, () => pageProvider[provider].hasSent(id))) ?? false;
}

/**
 * Determines whether a webhook with an invalid signature is the provider's own. Then the secret is that of another
 * endpoint, or the clock is wrong, and every webhook is refused: the admins get a case once a day, and
 * `WebhooksRefused` fires. Strangers can cause only a few look-ups (`refusedWebhook`).
 */
export async function noteRefused(provider: PageProvider, body: string, headers: Headers): Promise<void> {
  const { data } = claimed.safeParse(parseJson(body));
  try {
    if (!data || !(await hasSent(provider, data.id, headers))) return countWebhook(provider, 'forged');
    countWebhook(provider, 'refused');
    log.error(
      { provider, event: data.id },
      'a webhook of the provider has no valid signature: the secret of its endpoint is another, or the clock is wrong',
    );
    const found = {
      p_tipo: 'webhook_sin_firma_valida',
      p_clave: `firma:${provider}:${new Date().toISOString().slice(0, 10)}`,
      p_pago: null,
      p_datos: { proveedor: provider, evento: data.id },
    };
    await readRpc(createAdminClient(), 'abrir_caso', found, nothing);
  } catch (error) {
    log.error({ provider, error: messageOf(error) }, 'whether a refused webhook was forged could not be found out');
  }
}
