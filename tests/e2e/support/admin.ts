import type { Page } from '@playwright/test';
import { createStaff, type Person, signIn } from './people.ts';

/** A new admin, signed in. */
export async function signInAsAdmin(page: Page, next = '/'): Promise<Person> {
  const admin = await createStaff('admin');
  await signIn(page, admin, next);
  return admin;
}
