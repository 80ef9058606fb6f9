import 'server-only';
import { z } from 'zod';
import { callPayPal } from './client';

const page = z.object({
  events: z.array(z.unknown()).default([]),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
});

/**
 * The events since a moment as PayPal lists them, delivered or not, page by page, newest first. PayPal keeps them for
 * thirty days.
 *
 * @param type returns only events of this type
 * @throws PayPalError if PayPal does not answer
 */
export async function* listPayPalEvents(since: Date, type?: string): AsyncGenerator<unknown[]> {
  const range = { start_time: since.toISOString(), end_time: new Date().toISOString(), page_size: '100' };
  const first = new URLSearchParams(type ? { ...range, event_type: type } : range);
  for (let query: URLSearchParams | undefined = first; query; ) {
    const answer = page.parse(await callPayPal({ method: 'GET', path: `/v1/notifications/webhooks-events?${query}` }));
    yield answer.events;
    const next = answer.links?.find(({ rel }) => rel === 'next');
    query = next && answer.events.length > 0 ? new URL(next.href).searchParams : undefined;
  }
}
