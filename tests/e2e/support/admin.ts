import type { Page } from '@playwright/test';
import { database } from './database.ts';
import { createPerson, type Person, signIn } from './people.ts';

/** A new admin, signed in. */
export async function signInAsAdmin(page: Page, next = '/'): Promise<Person> {
  const admin = await createPerson();
  await database()`update usuarios_meta set role = 'admin' where id = ${admin.id}`;
  await signIn(page, admin, next);
  return admin;
}
