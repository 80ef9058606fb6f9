import 'server-only';
import { z } from 'zod';
import { acknowledged, deliveries, report, serverProblems } from '@/lib/servers/deliveries';
import { texts } from './messages';
import { schemas } from './schemas';

const add = (id: string, schema: z.ZodType) => {
  schemas.add(schema, { id });
  return { $ref: `#/components/schemas/${id}` };
};

const problemSchema = add(
  'ServerProblem',
  z
    .object({ type: z.string(), title: z.string(), status: z.int(), code: z.enum(Object.keys(serverProblems)) })
    .describe('A refusal (RFC 9457)'),
);

/** Operations for agents, with the key of their game server (docs/creators/servers.md, "Agents"). */
export const deliveryOperations = [
  {
    id: 'fetchDeliveries',
    method: 'GET',
    path: '/deliveries',
    status: 200,
    body: null,
    answer: add('Deliveries', deliveries),
    refusals: ['forbidden', 'too_many_requests', 'unavailable'],
  },
  {
    id: 'acknowledgeDeliveries',
    method: 'POST',
    path: '/deliveries/ack',
    status: 200,
    body: add('DeliveryReport', report),
    answer: add('DeliveriesNoted', acknowledged),
    refusals: ['invalid_json', 'forbidden', 'too_large', 'invalid', 'too_many_requests', 'unavailable'],
  },
] as const;

const json = (schema: object) => ({ 'application/json': { schema } });

/** Their entries in the description. */
export const deliveryPaths = Object.fromEntries(
  deliveryOperations.map(({ id, method, path, status, body, answer, refusals }) => [
    path,
    {
      [method.toLowerCase()]: {
        operationId: id,
        tags: ['Deliveries'],
        summary: texts.deliveries[id].summary,
        description: texts.deliveries[id].text,
        security: [{ serverKey: [] }],
        ...(body ? { requestBody: { required: true, content: json(body) } } : {}),
        responses: {
          [status]: { description: texts.deliveries[id].summary, content: json(answer) },
          ...Object.fromEntries(
            refusals.map((code) => {
              const [refusal, title] = serverProblems[code];
              const isLater = refusal === 429 || refusal === 503;
              return [
                refusal,
                {
                  description: `\`${code}\`: ${title}`,
                  ...(isLater ? { headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } } : {}),
                  content: { 'application/problem+json': { schema: problemSchema } },
                },
              ];
            }),
          ),
        },
      },
    },
  ]),
);
