import openapiTypes, { astToString } from 'openapi-typescript';
import { expect, it } from 'vitest';
import { deliveryOperations } from '@/lib/api/deliveries';
import { fieldKey } from '@/lib/api/described';
import { description } from '@/lib/api/openapi';
import { operations } from '@/lib/api/operations';
import { problems } from '@/lib/api/problem';
import { deliveryReference, eventReference, type Field, reference } from '@/lib/api/reference';
import { eventTypes } from '@/lib/hooks/schema';
import english from '@/messages/en.json';
import spanish from '@/messages/es.json';

it('the description covers every operation with its texts, scope, responses and refusals', () => {
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { operationId: string; responses: object }>).map(([method, operation]) => [
      `${method.toUpperCase()} ${path}`,
      operation.operationId,
    ]),
  );
  const all = [...operations, ...deliveryOperations];
  expect(described).toEqual(all.map(({ method, path, id }) => [`${method} ${path}`, id]));
  for (const messages of [english, spanish]) {
    expect(Object.keys(messages.api.operations).sort()).toEqual(operations.map(({ id }) => id).sort());
  }
  // A parameter of the path has its schema.
  for (const { path, params } of operations) {
    expect(Object.keys(params?.shape ?? {}), path).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  }
});

it('the page has every text of the description in both languages', () => {
  const isText = (text: string | undefined): text is string => text !== undefined;
  const fields: Field[] = [
    ...[...reference, ...deliveryReference].flatMap(({ query, body, answer }) => [...query, ...body, ...answer]),
    ...eventReference.flatMap(({ data }) => data),
  ];
  const written = fields.map(({ text }) => text).filter(isText);
  expect(written.filter((text) => !fieldKey(text))).toEqual([]);
  expect(written.length).toBeGreaterThan(50);
  for (const { developers } of [english, spanish]) {
    expect(Object.keys(developers.events)).toEqual(eventTypes.map((type) => type.replace('.', '_')));
    // There are no unused ones.
    expect(Object.keys(developers.fields).sort()).toEqual([...new Set(written.map(fieldKey))].sort());
  }
  expect(english.developers.refusals).toEqual(
    Object.fromEntries(Object.entries(problems).map(([code, [, title]]) => [code, title])),
  );
});

it('the description covers the webhooks', () => {
  expect(Object.keys(description.webhooks)).toEqual(eventTypes);
  expect(eventReference.find(({ type }) => type === 'sale.created')?.data.map(({ name }) => name)).toEqual([
    'order_id',
    'product_id',
    'product_slug',
    'edition_id',
    'created_at',
    'is_gift',
    'method',
    'paid_cents',
    'share_cents',
  ]);
});

it('the client of the tests has the types of the description', async () => {
  const types = astToString(await openapiTypes(JSON.stringify(description), { defaultNonNullable: false }));
  await expect(types).toMatchFileSnapshot('../../e2e/support/api-v1.d.ts');
});
