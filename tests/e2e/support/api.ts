import { createHash, randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import createClient from 'openapi-fetch';
import type { paths } from './api-v1.d.ts';
import { actingAs } from './database.ts';
import type { Person } from './people.ts';

type Described = Record<string, Record<string, { responses: Record<string, { content?: Record<string, object> }> }>>;

const base = () => `${process.env.SITE_URL}/api/v1`;

/** Creates an API key as the dashboard does. */
export async function giveKey(person: Person, scopes: string[]): Promise<string> {
  const key = `unst_${randomBytes(32).toString('base64url')}`;
  const hash = createHash('sha256').update(key).digest('hex');
  await actingAs(person, async (sql) => {
    const [row] = await sql`select crear_llave('Prueba', ${scopes}, 30, ${hash}, ${key.slice(-4)}) as made`;
    expect(row?.made).toMatchObject({ ok: true });
  });
  return key;
}

/** Reads the OpenAPI description that the shop serves. `check` compares a response with it: status, type and body. */
export async function readDescription() {
  const served = await fetch(`${base()}/openapi.json`);
  const description = (await served.json()) as { paths: Described };
  const ajv = new Ajv2020({ strict: false, validateFormats: true });
  formats.default(ajv);
  ajv.addSchema({ ...description, $id: 'api' });
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      pointer: `paths/${path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${method}`,
      responses: methods[method]?.responses ?? {},
    })),
  );
  const seen = new Set<string>();
  return {
    seen,
    async check(method: string, url: string, response: Response): Promise<void> {
      const path = decodeURI(new URL(url).pathname).replace('/api/v1', '');
      const operation = operations.find((known) => known.method === method && known.pattern.test(path));
      const described = operation?.responses[response.status];
      expect(described, `${method} ${path} describes ${response.status}`).toBeDefined();
      seen.add(`${method} ${operation?.pointer.split('/')[1]} ${response.status}`);
      const [type] = Object.keys(described?.content ?? {});
      if (!type) return expect(await response.clone().text()).toBe('');
      expect(response.headers.get('content-type')).toContain(type);
      const pointer = `api#/${operation?.pointer}/responses/${response.status}/content/${type.replace('/', '~1').replace('+', '%2B')}/schema`;
      const validate = ajv.getSchema(pointer);
      if (!validate) throw new Error(`no schema at ${pointer}`);
      const value: unknown = await response.clone().json();
      expect(validate(value), `${method} ${path}: ${ajv.errorsText(validate.errors)} ${JSON.stringify(value)}`).toBe(
        true,
      );
    },
  };
}

type Check = Awaited<ReturnType<typeof readDescription>>;

/** A client of the API with a key. It checks every response against the description. */
export const clientWith = (key: string | null, description: Check) =>
  createClient<paths>({
    baseUrl: base(),
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
    fetch: async (request) => {
      const response = await fetch(request);
      await description.check(request.method, request.url, response);
      return response;
    },
  });
