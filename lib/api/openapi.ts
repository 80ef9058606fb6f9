import 'server-only';
import { z } from 'zod';
import { report } from '@/lib/servers/deliveries';
import { deliveryPaths } from './deliveries';
import { webhooks } from './events';
import { messages, texts } from './messages';
import type { Operation } from './operation';
import { operations } from './operations';
import { type ProblemCode, problems } from './problem';
import { problemSchema, schemas } from './schemas';

type Schema = Record<string, unknown>;

const reference = (id: string) => ({ $ref: `#/components/schemas/${id}` });

/** Answers may get more fields (docs/creators/api.md, "Versions"), so the description does not exclude them. */
const open = ({ jsonSchema }: { jsonSchema: Schema }) => {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};

/** The schema of a value that has no name. */
function schemaOf(schema: z.ZodType): Schema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}

const asked = new Set<z.ZodType>([...operations.flatMap(({ body }) => (body ? [body as z.ZodType] : [])), report]);

function namedSchemas(): Record<string, Schema> {
  const { schemas: made } = z.toJSONSchema(schemas, { uri: (id) => `#/components/schemas/${id}`, override: open });
  const bodies = z.toJSONSchema(schemas, { uri: (id) => `#/components/schemas/${id}`, io: 'input' }).schemas;
  const isBody = (id: string) => [...asked].some((schema) => schemas.get(schema)?.id === id);
  return Object.fromEntries(
    Object.entries(made).map(([id, answer]) => {
      const { $schema: _dialect, $id: _id, ...rest } = (isBody(id) ? bodies[id] : answer) as Schema;
      return [id, rest];
    }),
  );
}

function nameOf(schema: z.ZodType): string {
  const id = schemas.get(schema)?.id;
  if (!id) throw new Error('a schema of the API has no name');
  return id;
}

function parametersOf(place: 'path' | 'query', schema: z.ZodObject | undefined): Schema[] {
  return Object.entries(schema?.shape ?? {}).map(([name, value]) => {
    const { description, ...rest } = schemaOf(value as z.ZodType);
    const isRequired = place === 'path' || !(value as z.ZodType).safeParse(undefined).success;
    return { name, in: place, required: isRequired, ...(description ? { description } : {}), schema: rest };
  });
}

const onceParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'For a day, the same key answers what the first call was answered, and changes nothing again',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const limitHeaders = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
};

/** Groups values by a key, in the order in which the keys first occur. */
function groupBy<Value>(values: readonly Value[], keyOf: (value: Value) => string): Array<[string, Value[]]> {
  const keys = [...new Set(values.map(keyOf))];
  return keys.map((key) => [key, values.filter((value) => keyOf(value) === key)]);
}

/** The refusals that an operation may give, by their status. */
function refusalsOf(operation: Operation): ProblemCode[] {
  const hasInput = operation.query || operation.body;
  const hasKey = operation.scope !== 'none';
  return [
    ...(hasKey ? (['unauthorized', 'forbidden'] as const) : []),
    ...(hasKey && (operation.params || operation.body) ? (['not_found'] as const) : []),
    ...(hasInput ? (['invalid'] as const) : []),
    ...(operation.body ? (['invalid_json', 'too_large', 'unsupported_type'] as const) : []),
    ...(operation.isChange ? (['idempotency_key_reused'] as const) : []),
    ...(operation.refusals ?? []),
    'too_many_requests',
    'failed',
    'unavailable',
  ];
}

function refusedResponses(operation: Operation): Record<string, Schema> {
  const byStatus = groupBy(refusalsOf(operation), (code) => String(problems[code][0]));
  return Object.fromEntries(
    byStatus.map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${problems[code][1]}`).join('\n\n'),
        ...(status === '429' || status === '503'
          ? { headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } }
          : {}),
        content: { 'application/problem+json': { schema: reference('Problem') } },
      },
    ]),
  );
}

const scopeText = (scope: Operation['scope']) =>
  scope === 'none' ? 'No key is needed.' : scope ? `Scope: \`${scope}\`.` : 'Any key may.';

function entryOf(operation: Operation): Schema {
  const { id, tag, scope, params, query, body, answer, status, isChange } = operation;
  const { summary, text } = messages.operations[id as keyof typeof messages.operations];
  const parameters = [
    ...parametersOf('path', params),
    ...parametersOf('query', query),
    ...(isChange ? [onceParameter] : []),
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [text, scopeText(scope)].join('\n\n'),
    ...(scope === 'none' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? { requestBody: { required: true, content: { 'application/json': { schema: reference(nameOf(body)) } } } }
      : {}),
    responses: {
      [status]: {
        description: summary,
        headers: limitHeaders,
        ...(answer ? { content: { 'application/json': { schema: reference(nameOf(answer)) } } } : {}),
      },
      ...refusedResponses(operation),
    },
  };
}

const paths = Object.fromEntries(
  groupBy(operations, ({ path }) => path).map(([path, known]) => [
    path,
    Object.fromEntries(known.map((operation) => [operation.method.toLowerCase(), entryOf(operation)])),
  ]),
);

if (schemas.get(problemSchema)?.id !== 'Problem') throw new Error('the description names the schema of problems');

/** The description of the API (OpenAPI 3.1), made from the schemas that parse its requests and answers. */
export const description = {
  openapi: '3.1.0',
  info: {
    title: 'UnStore for creators',
    version: '1.0.0',
    description: messages.intro,
    license: { name: 'MIT', identifier: 'MIT' },
    contact: { name: 'UnStore' },
  },
  servers: [{ url: '/api/v1' }],
  security: [{ key: [] }],
  tags: [
    ...[...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name, description: messages.tags[name] })),
    { name: 'Deliveries', description: texts.deliveriesTitle },
    { name: 'Webhooks', description: texts.webhooksTitle },
  ],
  paths: { ...paths, ...deliveryPaths } as Record<string, Record<string, unknown>>,
  webhooks,
  components: {
    securitySchemes: {
      key: { type: 'http', scheme: 'bearer', description: messages.bearerText },
      serverKey: { type: 'http', scheme: 'bearer', description: texts.serverKeyText },
    },
    headers: {
      RateLimit: { description: 'What is left of the limit, and for how many seconds', schema: { type: 'string' } },
      'RateLimit-Policy': { description: 'The limit: calls, and seconds', schema: { type: 'string' } },
      'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } },
    },
    schemas: namedSchemas(),
  },
};
