import 'server-only';
import { deliveryOperations } from './deliveries';
import { describedEvents } from './events';
import { description } from './openapi';
import type { Operation } from './operation';
import { operations } from './operations';

type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: string[];
  const?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
};

/** A value of a body or an answer: its path, such as `data[].id`, and its type. */
export type Field = { name: string; type: string; isOptional: boolean; text: string | undefined };

const named = description.components.schemas as Record<string, Schema>;
const resolve = (schema: Schema): Schema => (schema.$ref ? (named[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema);

function typeOf(given: Schema): string {
  const schema = resolve(given);
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.enum) return schema.enum.map((value) => `"${value}"`).join(' | ');
  if (schema.const !== undefined) return `"${schema.const}"`;
  if (schema.type === 'array') return `${typeOf(schema.items ?? {})}[]`;
  return schema.format ?? [schema.type ?? 'object'].flat().join(' | ');
}

/** The values inside a schema; those of lists under `[]`. */
function fieldsOf(given: Schema, above = ''): Field[] {
  const schema = resolve(given);
  return Object.entries(schema.properties ?? {}).flatMap(([name, value]) => {
    const path = `${above}${name}`;
    const whole = [value, ...(resolve(value).anyOf ?? [])]
      .map(resolve)
      .find(({ properties, items }) => properties ?? items);
    const inner = whole?.items ? fieldsOf(whole.items, `${path}[].`) : whole ? fieldsOf(whole, `${path}.`) : [];
    const field = {
      name: path,
      type: typeOf(value),
      isOptional: !schema.required?.includes(name),
      text: value.description,
    };
    return [field, ...inner];
  });
}

type Described = {
  parameters?: Array<{ name: string; in: string; required: boolean; description?: string; schema: Schema }>;
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  responses: Record<string, { content?: { 'application/json'?: { schema: Schema } } }>;
};

/** An operation as the reference page shows it. */
export type Entry = {
  id: string;
  method: string;
  path: string;
  scope: Operation['scope'] | 'server';
  status: number;
  query: Field[];
  body: Field[];
  answer: Field[];
};

type Asked = Pick<Entry, 'id' | 'method' | 'path' | 'scope' | 'status'>;

function entryOf({ id, method, path, scope, status }: Asked): Entry {
  const methods = description.paths[path] ?? {};
  const { parameters = [], requestBody, responses } = methods[method.toLowerCase()] as Described;
  const schemaOf = (content?: { 'application/json'?: { schema: Schema } }) =>
    content?.['application/json']?.schema ?? {};
  return {
    id,
    method,
    path,
    scope,
    status,
    query: parameters
      .filter((parameter) => parameter.in !== 'path')
      .map(({ name, required, description: text, schema }) => ({
        name,
        type: typeOf(schema),
        isOptional: !required,
        text,
      })),
    body: fieldsOf(schemaOf(requestBody?.content)),
    answer: fieldsOf(schemaOf(responses[status]?.content)),
  };
}

/** The operations of the description, for the page about the API. */
export const reference: readonly Entry[] = operations.map(entryOf);

/** Operations for agents of game servers. */
export const deliveryReference = deliveryOperations.map((operation) => ({
  ...entryOf({ ...operation, scope: 'server' }),
  id: operation.id,
}));

/** The events of webhooks with the values of their data. */
export const eventReference = describedEvents.map(({ type, key, schema }) => ({
  type,
  key,
  data: fieldsOf(named[schema]?.properties?.data ?? {}),
}));
