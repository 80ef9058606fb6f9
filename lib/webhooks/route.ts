import 'server-only';
import { after } from 'next/server';
import { messageOf } from '@/lib/core/action/rpc';
import { readLimited } from '@/lib/core/http/body';
import { log } from '@/lib/core/log';
import { countWebhook } from '@/lib/core/telemetry/observe';
import type { PageProvider } from '@/lib/payments/methods';
import type { ProviderEvent, WebhookProblem } from '@/lib/payments/provider';
import { pageProvider } from '@/lib/payments/providers';
import { noteRefused } from './refused';
import { takeEvent } from './take-event';

const problems = {
  firma_no_valida: 'a webhook without a valid signature was refused',
  version_no_valida: 'a webhook of another version was refused',
  demasiados_intentos: 'a webhook was refused: its address has sent many without a valid signature',
  demasiados_a_la_vez: 'a webhook was put off: its address has sent many at once',
};

/** Longer than PayPal's verification takes. */
const retrySoon = { 'retry-after': '15' };

const refusals: Record<WebhookProblem, ResponseInit> = {
  firma_no_valida: { status: 400 },
  version_no_valida: { status: 400 },
  demasiados_intentos: { status: 429 },
  demasiados_a_la_vez: { status: 503, headers: retrySoon },
};

const longestBytes = 256_000;

/** The handler of a provider's webhook. Only signed events are handled; after a failure the provider repeats them. */
export const webhookRoute =
  (provider: PageProvider) =>
  async (request: Request): Promise<Response> => {
    let event: ProviderEvent | undefined;
    try {
      const body = await readLimited(request, longestBytes);
      if (!body) {
        log.warn({ provider }, 'a webhook that is empty or too long was refused');
        return new Response(null, { status: 413 });
      }
      const text = new TextDecoder().decode(body);
      const read = await pageProvider[provider].readWebhook(text, request.headers);
      if (typeof read === 'string') {
        log.warn({ provider }, problems[read]);
        if (read === 'firma_no_valida') after(() => noteRefused(provider, text, request.headers));
        else if (read === 'version_no_valida') countWebhook(provider, 'refused');
        return Response.json({ error: read }, refusals[read]);
      }
      event = read;
      const outcome = await takeEvent(provider, event);
      const { id, type, subscription } = event;
      log.info({ provider, event: id, type, subscription: subscription?.id, outcome }, 'webhook');
      countWebhook(provider, 'taken');
      return Response.json({ received: true });
    } catch (error) {
      countWebhook(provider, 'failed');
      log.error(
        { provider, event: event?.id, type: event?.type, error: messageOf(error) },
        'a webhook could not be taken in',
      );
      return Response.json({ error: 'fallo' }, { status: 500 });
    }
  };
