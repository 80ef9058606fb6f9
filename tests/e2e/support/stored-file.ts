import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { Person } from './people.ts';

/** Stores a file in a creator's folder, as an upload does. Returns its link. */
export async function storeFile({ id }: Pick<Person, 'id'>, content: Uint8Array): Promise<string> {
  const name = `${id}/${randomUUID()}/archivo.jar`;
  const { SUPABASE_URL, SUPABASE_SECRET_KEY: key = '' } = process.env;
  const stored = await fetch(`${SUPABASE_URL}/storage/v1/object/descargas/${name}`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/java-archive' },
    body: content as BodyInit,
  });
  expect(stored.status).toBe(200);
  return `descargas/${name}`;
}
