import { Validator } from '@seriousme/openapi-schema-validator';
import openapiTypes, { astToString } from 'openapi-typescript';
import { expect, it } from 'vitest';
import { description } from '@/lib/api/openapi';
import { operations } from '@/lib/api/operations';
import english from '@/messages/en.json';
import spanish from '@/messages/es.json';

it('the description is valid OpenAPI 3.1', async () => {
  const found = await new Validator().validate(JSON.parse(JSON.stringify(description)));
  expect(found.errors).toBeUndefined();
  expect(found.valid).toBe(true);
});

it('describes every operation with its texts, scope, answers and refusals', () => {
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { operationId: string; responses: object }>).map(([method, operation]) => [
      `${method.toUpperCase()} ${path}`,
      operation.operationId,
    ]),
  );
  expect(described).toEqual(operations.map(({ method, path, id }) => [`${method} ${path}`, id]));
  for (const messages of [english, spanish]) {
    expect(Object.keys(messages.api.operations).sort()).toEqual(operations.map(({ id }) => id).sort());
  }
  // A parameter of the path has its schema.
  for (const { path, params } of operations) {
    expect(Object.keys(params?.shape ?? {}), path).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  }
});

it('the client of the tests has the types of the description', async () => {
  const types = astToString(await openapiTypes(JSON.stringify(description), { defaultNonNullable: false }));
  await expect(types).toMatchFileSnapshot('../../e2e/support/api-v1.d.ts');
});
