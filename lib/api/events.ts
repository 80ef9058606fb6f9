import 'server-only';
import type { z } from 'zod';
import { type EventType, events, eventTypes } from '@/lib/hooks/schema';
import { texts } from './messages';
import { schemas } from './schemas';

/** `sale.created` is `SaleCreated` in the description. */
const pascal = (type: EventType) => type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());

for (const type of eventTypes) schemas.add(events[type] as z.ZodType, { id: `${pascal(type)}Event` });

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** The keys of the texts of events have no dots, which would nest them. */
const eventKey = (type: EventType) => type.replace('.', '_') as keyof typeof texts.events;

/** The webhooks of the description: what the shop sends to addresses of creators (docs/creators/webhooks.md). */
export const webhooks = Object.fromEntries(
  eventTypes.map((type) => [
    type,
    {
      post: {
        operationId: `on${pascal(type)}`,
        tags: ['Webhooks'],
        summary: texts.events[eventKey(type)],
        description: `${texts.events[eventKey(type)]}. Signed by Standard Webhooks.`,
        security: [],
        parameters: [
          header('webhook-id', 'The same however often the event is sent'),
          header('webhook-timestamp', 'Seconds since 1970'),
          header('webhook-signature', 'Signatures by each valid secret, separated by spaces'),
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: `#/components/schemas/${pascal(type)}Event` } } },
        },
        responses: { '2XX': { description: 'The event has arrived' }, '410': { description: 'Send nothing more' } },
      },
    },
  ]),
);

/** The events with the name of their schema, for the page about the API. */
export const describedEvents = eventTypes.map((type) => ({
  type,
  key: eventKey(type),
  schema: `${pascal(type)}Event`,
}));
