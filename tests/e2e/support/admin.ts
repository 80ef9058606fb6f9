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

/** Runs the maintenance job, as the scheduler does. */
export async function runCron(): Promise<void> {
  const response = await fetch(`${process.env.SITE_URL}/api/cron`, {
    method: 'POST',
    headers: { authorization: `Bearer ${process.env.CRON_SECRET}` },
  });
  if (!response.ok) throw new Error(`the maintenance job answered ${response.status}`);
}
