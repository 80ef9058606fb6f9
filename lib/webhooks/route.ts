import 'server-only';
import { messageOf } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import type { PageProvider } from '@/lib/payments/methods';
import type { ProviderEvent } from '@/lib/payments/provider';
import { pageProvider } from '@/lib/payments/providers';
import { takeEvent } from './take-event';

const problems = {
  firma_no_valida: 'a webhook without a valid signature was refused',
  version_no_valida: 'a webhook of another version was refused',
};

/** The handler of a provider's webhook. Only signed events are handled; a failure makes the provider send it again. */
export const webhookRoute =
  (provider: PageProvider) =>
  async (request: Request): Promise<Response> => {
    let event: ProviderEvent | undefined;
    try {
      const read = await pageProvider[provider].readWebhook(await request.text(), request.headers);
      if (typeof read === 'string') {
        log.warn({ provider }, problems[read]);
        return Response.json({ error: read }, { status: 400 });
      }
      event = read;
      const outcome = await takeEvent(provider, event);
      log.info({ event: event.id, type: event.type, outcome }, 'webhook');
      return Response.json({ received: true });
    } catch (error) {
      log.error(
        { provider, event: event?.id, type: event?.type, error: messageOf(error) },
        'a webhook could not be taken in',
      );
      return Response.json({ error: 'fallo' }, { status: 500 });
    }
  };
